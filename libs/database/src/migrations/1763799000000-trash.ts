import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createCountFunction } from '../row-count-triggers.ts';

const TABLES = ['photos', 'galleries', 'comments', 'messages', 'news_items'];

/** Changes that hide a row of the trash from the version before. */
const HIDDEN = {
  photos: `, visibility = 'hidden'`,
  galleries: `, is_active = false, slug = left(slug, 240) || '-' || id`,
  comments: ', is_approved = false',
  messages: '',
  news_items: ', is_active = false',
};

/** Counts of these tables; those of photos are counts of listings. */
const COUNTS = ['comments', 'messages', 'news'] as const;

/** Indexes of lists, which leave the trash out. */
const INDEXES = {
  comments_approved: 'index comments_approved on comments (photo_id, id) where is_approved',
  comments_all_approved: 'index comments_all_approved on comments (id) where is_approved',
  comments_pending: 'index comments_pending on comments (id) where not is_approved',
  messages_unread: 'index messages_unread on messages (id) where not is_read',
  news_items_public: 'index news_items_public on news_items (id) where is_active',
};

/** Adds the trash (record 34): photos in it have no listing, and their positions in galleries are in a table of their own. */
export class Trash1763799000000 implements MigrationInterface {
  name = 'Trash1763799000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column deleted_at timestamptz(3)`);
      await runner.query(`create index ${table}_trashed on ${table} (deleted_at, id) where deleted_at is not null`);
    }
    await runner.query(`
      create table trashed_positions (
        gallery_id integer not null,
        photo_id integer not null,
        position integer not null,
        is_cover boolean not null,
        visibility text not null,
        constraint trashed_positions_pkey primary key (gallery_id, photo_id),
        constraint trashed_positions_gallery_fkey foreign key (gallery_id) references galleries (id) on delete cascade,
        constraint trashed_positions_photo_fkey foreign key (photo_id) references photos (id) on delete cascade
      )`);
    await runner.query('create index trashed_positions_photo on trashed_positions (photo_id)');
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index ${name}`);
      await runner.query(`create ${index} and deleted_at is null`);
    }
    // The address of a gallery in the trash is free.
    await runner.query('drop index galleries_slug_unique');
    await runner.query('create unique index galleries_slug_unique on galleries (slug) where deleted_at is null');
    for (const list of COUNTS) await createCountFunction(runner, list, 'deleted_at is null');
    // Restoring an older backup drops tables only, so the functions may exist.
    await runner.query(`
      create or replace function trash_photo() returns trigger language plpgsql as $$
      begin
        if new.deleted_at is null then
          perform refresh_photo_listings(array[new.id]);
        else
          delete from photo_listings where photo_id = new.id;
        end if;
        return null;
      end $$`);
    await runner.query(`
      create trigger photos_trash after update of deleted_at on photos for each row
      when (old.deleted_at is distinct from new.deleted_at) execute function trash_photo()`);
    await runner.query(`
      create or replace function list_untrashed() returns trigger language plpgsql as $$
      begin
        if exists (select from photos where id = new.photo_id and deleted_at is not null) then
          return null;
        end if;
        return new;
      end $$`);
    await runner.query(`
      create trigger photo_listings_untrashed before insert on photo_listings for each row
      execute function list_untrashed()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The trash is not published, and loses nothing but positions.
    for (const [table, change] of Object.entries(HIDDEN)) {
      await runner.query(`update ${table} set deleted_at = null ${change} where deleted_at is not null`);
    }
    await runner.query('set constraints all immediate');
    await runner.query('set constraints all deferred');
    await runner.query('drop function trash_photo() cascade');
    await runner.query('drop function list_untrashed() cascade');
    for (const list of COUNTS) await createCountFunction(runner, list);
    await runner.query('drop table trashed_positions');
    await runner.query('drop index galleries_slug_unique');
    await runner.query('create unique index galleries_slug_unique on galleries (slug)');
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index ${name}`);
      await runner.query(`create ${index}`);
    }
    for (const table of TABLES) await runner.query(`alter table ${table} drop column deleted_at`);
  }
}

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
