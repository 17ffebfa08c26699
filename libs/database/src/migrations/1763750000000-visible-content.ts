import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ContentVersion1763740000000 } from './1763740000000-content-version.ts';

type Row = 'old' | 'new';

/** Visibility of a row by its own columns. A later migration adds `visibility`. */
const SEEN: Record<string, (row: Row) => string> = {
  photos: (row) => `(${row}.status = 'ready' and to_jsonb(${row}) ->> 'visibility' is distinct from 'hidden')`,
  galleries: (row) => `${row}.is_active`,
  gallery_photos: () => 'true',
  news_items: (row) => `${row}.is_active`,
  settings: () => 'true',
  background_images: (row) => `${row}.status = 'ready'`,
  comments: (row) => `${row}.is_approved`,
};

/** Columns that visitors do not see. All others count as visible. */
const PICTURE = [
  ...['unfinished_renders', 'unfinished_version', 'updated_at', 'failure'],
  ...['original_key', 'original_bytes', 'content_hash'],
];
const UNSEEN: Record<string, string[]> = { photos: PICTURE, background_images: PICTURE, comments: ['author_email'] };

/** Column with the id of the photo whose visibility decides on the row's too. */
const PHOTO: Record<string, string> = { photos: 'id', gallery_photos: 'photo_id', comments: 'photo_id' };

/** The trigger's function. @param isClosed SQL for a gallery whose photos visitors do not see */
export const stampContent = (isClosed: string) => `
  create or replace function stamp_content() returns trigger language plpgsql as $$
  declare
    named integer;
    seen boolean;
    places bigint;
    closed bigint;
  begin
    if current_setting('portfolio.stamped', true) is not distinct from pg_current_xact_id()::text then
      return null;
    end if;
    if tg_nargs > 0 then
      named := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
      -- What another transaction has locked may be about to be seen. It is not waited for.
      select ${SEEN.photos!('new').replaceAll('new', 'photos')} into seen
        from photos where id = named for update skip locked;
      if not seen or (seen is null and not exists (select from photos where id = named)) then
        return null;
      end if;
      if seen and tg_table_name <> 'gallery_photos' then
        select count(*) into places from gallery_photos where photo_id = named;
        select count(*) into closed from (
          select from gallery_photos place join galleries gallery on gallery.id = place.gallery_id
          where place.photo_id = named and ${isClosed} for share skip locked) held;
        if places > 0 and places = closed then
          return null;
        end if;
      end if;
    end if;
    insert into content_stamp (mark) values (gen_random_uuid())
      on conflict (is_only) do update set mark = excluded.mark;
    perform set_config('portfolio.stamped', pg_current_xact_id()::text, true);
    return null;
  end $$`;

/**
 * Changes the content version only for visible changes (record 39). The deferred trigger reads the final state of the
 * transaction, and locks the rows from which it concludes that a change is invisible.
 */
export class VisibleContent1763750000000 implements MigrationInterface {
  name = 'VisibleContent1763750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(stampContent('not gallery.is_active'));
    const create = async (name: string, change: string, when: string, photo = '') => {
      const [table] = name.split('_stamp_') as [string];
      await runner.query(`drop trigger if exists ${name} on ${table}`);
      await runner.query(`
        create constraint trigger ${name} after ${change} on ${table}
        deferrable initially deferred for each row when (${when}) execute function stamp_content(${photo})`);
    };
    for (const [table, seen] of Object.entries(SEEN)) {
      const photo = PHOTO[table] && `'${PHOTO[table]}'`;
      const shown = (row: Row) => `to_jsonb(${row}) - '{${String(UNSEEN[table] ?? '')}}'::text[]`;
      const isPhoto = table === 'photos';
      const eitherSeen = isPhoto ? seen('new') : `(${seen('old')} or ${seen('new')})`;
      await create(`${table}_stamp_insert`, 'insert', seen('new'), photo);
      await create(`${table}_stamp_update`, 'update', `${eitherSeen} and ${shown('old')} <> ${shown('new')}`, photo);
      await create(`${table}_stamp_delete`, 'delete', seen('old'), isPhoto ? '' : photo);
      // The final state does not show whether the photo was visible before.
      if (isPhoto) await create(`${table}_stamp_withdraw`, 'update', `${seen('old')} and not ${seen('new')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const released = new ContentVersion1763740000000();
    await released.down(runner);
    await released.up(runner);
  }
}
