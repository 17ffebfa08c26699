import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of visible content, with the condition under which visitors can see the change of a row. */
const SEEN = {
  photos: {},
  galleries: {},
  gallery_photos: {},
  news_items: {},
  settings: {},
  background_images: {},
  // Comments are visible once approved.
  comments: { insert: 'new.is_approved', update: 'old.is_approved or new.is_approved', delete: 'old.is_approved' },
} satisfies Record<string, Partial<Record<'insert' | 'update' | 'delete', string>>>;

/**
 * Adds the content version (record 39): a random value that each transaction with visible changes replaces. Deferred
 * triggers set it once, at the commit, so that its lock is short. The table is unlogged: a crash empties it.
 */
export class ContentVersion1763740000000 implements MigrationInterface {
  // Name in the `migrations` table of running sites.
  name = 'ContentStamp1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table content_stamp (
        is_only boolean constraint content_stamp_pkey primary key default true,
        mark uuid not null,
        constraint content_stamp_is_only check (is_only)
      )`);
    await runner.query('insert into content_stamp (mark) values (gen_random_uuid())');
    // Restoring an older backup drops tables only, so the function may exist.
    await runner.query(`
      create or replace function stamp_content() returns trigger language plpgsql as $$
      begin
        if current_setting('portfolio.stamped', true) is distinct from pg_current_xact_id()::text then
          insert into content_stamp (mark) values (gen_random_uuid())
            on conflict (is_only) do update set mark = excluded.mark;
          perform set_config('portfolio.stamped', pg_current_xact_id()::text, true);
        end if;
        return null;
      end $$`);
    for (const [table, conditions] of Object.entries(SEEN)) {
      for (const change of ['insert', 'update', 'delete'] as const) {
        const whole = change === 'update' ? 'old.* is distinct from new.*' : 'true';
        const seen = (conditions as Partial<Record<typeof change, string>>)[change] ?? 'true';
        await runner.query(`
          create constraint trigger ${table}_stamp_${change} after ${change} on ${table}
          deferrable initially deferred for each row when (${whole} and (${seen})) execute function stamp_content()`);
      }
      await runner.query(`
        create trigger ${table}_stamp_truncate after truncate on ${table} execute function stamp_content()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function stamp_content() cascade');
    await runner.query('drop table content_stamp');
  }
}
