import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refreshListings } from './1763780000000-photo-listings.ts';

/** Times at which lists have a photo, by the schedules of its public galleries; null for always. */
export const LISTED_DURING = {
  column: 'listed_during',
  sql: `
        case when not coalesce(bool_or(gallery.is_active and gallery.publish_at is null and gallery.unpublish_at is null), true)
          then range_agg(tstzrange(gallery.publish_at, gallery.unpublish_at)) filter (where gallery.is_active) end`,
};

/** Refreshes the listings of galleries whose condition changes. */
const listGalleries = (change: string) => `
  create or replace function list_galleries() returns trigger language plpgsql as $$
  begin
    perform refresh_photo_listings(array(
      select entry.photo_id from gallery_photos entry
      join new_rows on new_rows.id = entry.gallery_id join old_rows on old_rows.id = entry.gallery_id
      where ${change}));
    return null;
  end $$`;
const SWITCHED = 'new_rows.is_active <> old_rows.is_active';

/** Adds schedules of galleries. Conditions compare them with the time of the query (record 58). */
export class GallerySchedules1763802000000 implements MigrationInterface {
  name = 'GallerySchedules1763802000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table galleries
        add column publish_at timestamptz,
        add column unpublish_at timestamptz,
        add constraint galleries_schedule_order check (unpublish_at > publish_at)`);
    for (const column of ['publish_at', 'unpublish_at']) {
      await runner.query(`create index galleries_${column} on galleries (${column}) where ${column} is not null`);
    }
    await runner.query('alter table photo_listings add column listed_during tstzmultirange');
    await runner.query(
      'create index photo_listings_scheduled on photo_listings (photo_id) where listed_during is not null',
    );
    await runner.query(refreshListings(LISTED_DURING));
    await runner.query(
      listGalleries(`${SWITCHED}
        or (new_rows.publish_at, new_rows.unpublish_at) is distinct from (old_rows.publish_at, old_rows.unpublish_at)`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // The earlier version ignores schedules: it would publish these galleries.
    await runner.query('update galleries set is_active = false where publish_at > now() or unpublish_at <= now()');
    // Runs the deferred triggers of the content version, which would block the next statement.
    await runner.query('set constraints all immediate');
    await runner.query('set constraints all deferred');
    await runner.query(listGalleries(SWITCHED));
    await runner.query(refreshListings());
    await runner.query('alter table photo_listings drop column listed_during');
    await runner.query('alter table galleries drop column publish_at, drop column unpublish_at');
  }
}
