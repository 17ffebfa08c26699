import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that public answers are made of, and when a change of a row can be seen in one. */
const SEEN = {
  photos: {},
  galleries: {},
  gallery_photos: {},
  news_items: {},
  settings: {},
  background_images: {},
  // Anybody may send a comment, and nobody sees it before it is approved.
  comments: { insert: 'new.is_approved', update: 'old.is_approved or new.is_approved', delete: 'old.is_approved' },
} satisfies Record<string, Partial<Record<'insert' | 'update' | 'delete', string>>>;

/**
 * A mark that is another one after each transaction that changes what visitors can see, whoever made it (decision 39). It
 * is set when the transaction commits, once however many rows it has changed, so that nothing is waited for behind it.
 *
 * The table is unlogged: after a crash it is empty, and nothing is known to be the same as before.
 */
export class ContentStamp1763740000000 implements MigrationInterface {
  name = 'ContentStamp1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table content_stamp (
        is_only boolean constraint content_stamp_pkey primary key default true,
        mark uuid not null,
        constraint content_stamp_is_only check (is_only)
      )`);
    await runner.query('insert into content_stamp (mark) values (gen_random_uuid())');
    // It may be there: a restore of an earlier backup drops the tables alone before the migrations run again.
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
