import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the visibility of a photo (record 58). Existing photos are public. */
export class PhotoVisibility1763760000000 implements MigrationInterface {
  name = 'PhotoVisibility1763760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table photos add column visibility text not null default 'public',
        add constraint photos_visibility_known check (visibility in ('public', 'unlisted', 'hidden'))`);
    await runner.query(`create index photos_not_public on photos (visibility, id) where visibility <> 'public'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photos drop column visibility');
  }
}
