import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addRowCounts, dropRowCounts } from '../row-count-triggers.ts';

/** Columns of a photo that lists filter or sort by. */
export const LISTED_BY = [
  ...['title', 'status', 'visibility', 'is_for_sale', 'batch_order', 'batch_place', 'file_name', 'captured_at'],
];

/** Orders of the administrator's list (record 61). */
export const NEWEST = '(-batch_order), batch_place, photo_id';
const INDEXES = {
  photo_listings_newest: `(${NEWEST})`,
  photo_listings_oldest: '(batch_order, batch_place, photo_id)',
  photo_listings_title: `(title, ${NEWEST})`,
  photo_listings_file_name: `(((file_name = '')::int), file_name, ${NEWEST})`,
  photo_listings_capture_date: `(((captured_at = '')::int), captured_at, ${NEWEST})`,
  photo_listings_not_ready: `(status, ${NEWEST}) where status <> 'ready'`,
  photo_listings_not_public: `(visibility, ${NEWEST}) where visibility <> 'public'`,
  photo_listings_for_sale: `(${NEWEST}) where is_for_sale`,
  photo_listings_in_no_gallery: `(${NEWEST}) where not is_in_gallery`,
  photo_listings_listed: '(photo_id) where is_listed',
  photo_listings_listed_for_sale: '(photo_id) where is_listed and is_for_sale',
};

/** Indexes of photos that the listings replace. */
const REPLACED = {
  photos_upload_order: '((coalesce(batch_order, id)))',
  photos_for_sale: '(id) where is_for_sale',
  photos_not_ready: `(status, id) where status <> 'ready'`,
  photos_not_public: `(visibility, id) where visibility <> 'public'`,
};

/** Lowercase, as `ilike` compares. */
const TEXTS = `lower(title), coalesce(lower(description), '')`;

/** @param columns that lists filter or sort by */
export const listPhotos = (columns: string[]) => `
    case tg_op
      when 'INSERT' then
        insert into photo_search select id, ${TEXTS} from new_rows;
        perform refresh_photo_listings(array(select id from new_rows));
      when 'UPDATE' then
        update photo_search set (title, description) = (select ${TEXTS} from new_rows where id = photo_id)
        where photo_id in (
          select id from new_rows join old_rows using (id)
          where (new_rows.title, new_rows.description) is distinct from (old_rows.title, old_rows.description));
        perform refresh_photo_listings(array(
          select id from new_rows join old_rows using (id)
          where (${columns.map((column) => `new_rows.${column}`).join(', ')})
            is distinct from (${columns.map((column) => `old_rows.${column}`).join(', ')})));
      when 'DELETE' then
        delete from photo_search where photo_id in (select id from old_rows);
        delete from photo_listings where photo_id in (select id from old_rows);
      else
        truncate photo_search, photo_listings;
    end case;`;

/** Functions and triggers, by table. Restoring an older backup drops tables only, so the functions may exist. */
const FUNCTIONS = {
  photos: listPhotos(LISTED_BY),
  // Locks galleries: a concurrent switch of one refreshes either before or after this change.
  gallery_photos: `
    case tg_op
      when 'INSERT' then
        perform from galleries where id in (select gallery_id from new_rows) order by id for share;
        perform refresh_photo_listings(array(select photo_id from new_rows));
      when 'UPDATE' then
        perform from galleries where id in (select gallery_id from new_rows) order by id for share;
        perform refresh_photo_listings(array(
          (select photo_id from (select gallery_id, photo_id from new_rows except select gallery_id, photo_id from old_rows) joined)
          union
          (select photo_id from (select gallery_id, photo_id from old_rows except select gallery_id, photo_id from new_rows) gone)));
      when 'DELETE' then
        perform refresh_photo_listings(array(select photo_id from old_rows));
      else
        perform refresh_photo_listings(array(select photo_id from photo_listings));
    end case;`,
  galleries: `
    perform refresh_photo_listings(array(
      select entry.photo_id from gallery_photos entry
      join new_rows on new_rows.id = entry.gallery_id join old_rows on old_rows.id = entry.gallery_id
      where new_rows.is_active <> old_rows.is_active));`,
};

export const listFunction = (table: string, body: string) => `
        create or replace function list_${table}() returns trigger language plpgsql as $$
        begin${body}
          return null;
        end $$`;

const ROWS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
  truncate: '',
};

/** Adds the listings of photos, the index of their texts and the counts of rows (record 61). */
export class PhotoListings1763780000000 implements MigrationInterface {
  name = 'PhotoListings1763780000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table photo_search (
        photo_id integer constraint photo_search_pkey primary key,
        title text not null,
        description text not null
      )`);
    await runner.query(GRAMS);
    await runner.query(`
      create table photo_listings (
        photo_id integer constraint photo_listings_pkey primary key,
        status text not null,
        visibility text not null,
        is_for_sale boolean not null,
        is_in_gallery boolean not null,
        is_listed boolean not null,
        batch_order integer not null,
        batch_place integer not null,
        title text collate natural_order not null,
        file_name text collate natural_order not null,
        captured_at text collate "C" not null
      )`);
    await runner.query(refreshListings());
    await addRowCounts(runner);
    for (const [table, body] of Object.entries(FUNCTIONS)) {
      await runner.query(listFunction(table, body));
      const changes = table === 'galleries' ? (['update'] as const) : (Object.keys(ROWS) as (keyof typeof ROWS)[]);
      for (const change of changes) {
        await runner.query(`
          create trigger ${table}_list_${change} after ${change} on ${table} ${ROWS[change]}
          for each statement execute function list_${table}()`);
      }
    }
    await runner.query(`insert into photo_search select id, ${TEXTS} from photos`);
    // A short list of pending entries: each search reads it.
    await runner.query(
      `create index photo_search_grams on photo_search using gin (search_grams(title || E'\\n' || description))
       with (gin_pending_list_limit = 256)`,
    );
    await runner.query('select refresh_photo_listings(array(select id from photos))');
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`create index ${name} on photo_listings ${index}`);
    }
    for (const name of Object.keys(REPLACED)) await runner.query(`drop index ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, index] of Object.entries(REPLACED)) await runner.query(`create index ${name} on photos ${index}`);
    for (const table of Object.keys(FUNCTIONS)) await runner.query(`drop function list_${table}() cascade`);
    await dropRowCounts(runner);
    await runner.query('drop function refresh_photo_listings(integer[])');
    await runner.query('drop table photo_search, photo_listings');
    await runner.query('drop function search_grams(text)');
  }
}

/**
 * Writes the listings of these photos. The lock and the reading are separate statements: the second sees the commits of
 * transactions that held the locks. The last of several concurrent changes therefore writes the final state.
 *
 * @param more later columns, and their SQL over the photo and its galleries
 */
export const refreshListings = (...more: { column: string; sql: string }[]) => `
  create or replace function refresh_photo_listings(ids integer[]) returns void language plpgsql as $$
  begin
    if cardinality(ids) = 0 then
      return;
    end if;
    perform from photo_listings where photo_id = any(ids) order by photo_id for update;
    insert into photo_listings as listing
    select photo.id, photo.status, photo.visibility, photo.is_for_sale, found.is_in_gallery,
      photo.status = 'ready' and photo.visibility = 'public' and found.is_open,
      coalesce(photo.batch_order, photo.id), coalesce(photo.batch_place, 0),
      left(photo.title, 255), coalesce(photo.file_name, ''), coalesce(photo.captured_at, '')${more.map(({ column }) => `, found.${column}`).join('')}
    from photos photo
    cross join lateral (
      select count(*) > 0 as is_in_gallery, coalesce(bool_or(gallery.is_active), true) as is_open${more.map(({ column, sql }) => `, ${sql} as ${column}`).join('')}
      from gallery_photos entry join galleries gallery on gallery.id = entry.gallery_id
      where entry.photo_id = photo.id) found
    where photo.id = any(ids)
    on conflict (photo_id) do update set
      status = excluded.status, visibility = excluded.visibility, is_for_sale = excluded.is_for_sale,
      is_in_gallery = excluded.is_in_gallery, is_listed = excluded.is_listed, batch_order = excluded.batch_order,
      batch_place = excluded.batch_place, title = excluded.title, file_name = excluded.file_name,
      captured_at = excluded.captured_at${more.map(({ column }) => `, ${column} = excluded.${column}`).join('')}
    where listing.* is distinct from excluded.*;
  end $$`;

/** All sequences of one, two and three characters. Each character takes 21 bits. */
const GRAMS = `
  create or replace function search_grams(body text) returns bigint[] language plpgsql immutable strict parallel safe cost 1000 as $$
  declare
    letter text;
    first bigint := 0;
    second bigint := 0;
    third bigint;
    grams bigint[] := '{}';
  begin
    foreach letter in array string_to_array(body, null) loop
      third := ascii(letter);
      grams := grams || third;
      if second > 0 then
        grams := grams || (second << 21 | third);
      end if;
      if first > 0 then
        grams := grams || ((first << 21 | second) << 21 | third);
      end if;
      first := second;
      second := third;
    end loop;
    return array(select distinct unnest(grams));
  end $$`;
