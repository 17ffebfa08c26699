import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['photos', 'background_images'];

/** Counts unfinished renders per rendition version: a picture fails for one version only. */
export class UnfinishedVersion1763730000000 implements MigrationInterface {
  name = 'UnfinishedVersion1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} add column unfinished_version text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop column unfinished_version`);
  }
}
