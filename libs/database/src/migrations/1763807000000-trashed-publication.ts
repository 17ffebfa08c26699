import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds whether a gallery was public when a deletion removed a photo from it (record 34). */
export class TrashedPublication1763807000000 implements MigrationInterface {
  name = 'TrashedPublication1763807000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table trashed_positions add column is_public boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table trashed_positions drop column is_public');
  }
}
