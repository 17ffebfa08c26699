import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds schedules of news items, as galleries have them. */
export class NewsSchedules1763803000000 implements MigrationInterface {
  name = 'NewsSchedules1763803000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table news_items
        add column publish_at timestamptz,
        add column unpublish_at timestamptz,
        add constraint news_items_schedule_order check (unpublish_at > publish_at)`);
    for (const column of ['publish_at', 'unpublish_at']) {
      await runner.query(`create index news_items_${column} on news_items (${column}) where ${column} is not null`);
    }
    await runner.query(`
      create index news_items_latest on news_items (coalesce(publish_at, created_at), id)
      where is_active and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The earlier version ignores schedules: it would publish these items.
    await runner.query('update news_items set is_active = false where publish_at > now() or unpublish_at <= now()');
    // Runs the deferred triggers of the content version, which would block the next statement.
    await runner.query('set constraints all immediate');
    await runner.query('set constraints all deferred');
    await runner.query('drop index news_items_latest');
    await runner.query('alter table news_items drop column publish_at, drop column unpublish_at');
  }
}
