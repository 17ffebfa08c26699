import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The site's id, made once (decision 3). It is a function and not a row: it is in no backup, so a site that is restored from
 * the backup of another one keeps its own.
 */
export class SiteId1763755000000 implements MigrationInterface {
  name = 'SiteId1763755000000';

  async up(runner: QueryRunner): Promise<void> {
    // It may be there: a restore of an earlier backup drops the tables alone before the migrations run again.
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
