import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the site's id (record 3) as a function. Backups contain no functions, so a site restored from another site's
 * backup has an id of its own.
 */
export class SiteId1763755000000 implements MigrationInterface {
  name = 'SiteId1763755000000';

  async up(runner: QueryRunner): Promise<void> {
    // Restoring an older backup drops tables only, so the function may exist.
    await runner.query(`
      do $$ begin
        if to_regprocedure('site_id()') is null then
          execute format('create function site_id() returns uuid language sql immutable return %L::uuid', gen_random_uuid());
        end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function site_id()');
  }
}
