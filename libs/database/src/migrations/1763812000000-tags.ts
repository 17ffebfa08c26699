import type { MigrationInterface, QueryRunner } from 'typeorm';
import { stampUpdatesBut, UNSEEN, ADDED as UPLOAD } from './1763770000000-photo-uploads.ts';

/** Columns that visitors do not see. They see the capture date. */
const HIDDEN = [...UNSEEN, ...UPLOAD, 'from_file'].filter((column) => column !== 'captured_at');

const TAGS_OF = (photos: string) => `
  insert into photo_tags (tag, photo_id, name)
  select tag_key(name), id, name from ${photos}, unnest(keywords) name on conflict do nothing`;

/** Adds the index of the keywords of photos, which are their tags (record 61). Visitors may see them. */
export class Tags1763812000000 implements MigrationInterface {
  name = 'Tags1763812000000';

  async up(runner: QueryRunner): Promise<void> {
    // Restoring an older backup drops tables only, so the functions may exist. ICU lowercases alike on servers of every locale.
    // A key of 500 characters fits an index.
    await runner.query(`
      create or replace function tag_key(name text) returns text language sql immutable strict parallel safe as $$
        select left(lower(normalize(name) collate natural_order), 500)
      $$`);
    await runner.query(`
      create table photo_tags (
        tag text collate "C" not null,
        photo_id integer not null,
        name text not null,
        constraint photo_tags_pkey primary key (tag, photo_id)
      )`);
    await runner.query('create index photo_tags_photo on photo_tags (photo_id)');
    await runner.query(TAGS_OF('photos'));
    await runner.query(`
      create or replace function tag_photo() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          truncate photo_tags;
        elsif tg_op <> 'INSERT' then
          delete from photo_tags where photo_id = old.id;
        end if;
        if tg_op in ('INSERT', 'UPDATE') then
          ${TAGS_OF('(select new.id, new.keywords) photo')};
        end if;
        return null;
      end $$`);
    await runner.query(`
      create trigger photos_tag_insert after insert on photos for each row when (new.keywords <> '{}')
      execute function tag_photo()`);
    await runner.query(`
      create trigger photos_tag_update after update of keywords on photos for each row
      when (old.keywords <> new.keywords) execute function tag_photo()`);
    await runner.query(`
      create trigger photos_tag_delete after delete on photos for each row when (old.keywords <> '{}')
      execute function tag_photo()`);
    await runner.query('create trigger photos_tag_truncate after truncate on photos execute function tag_photo()');
    await stampUpdatesBut(runner, HIDDEN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await stampUpdatesBut(runner, [...HIDDEN, 'keywords']);
    await runner.query('drop function tag_photo() cascade');
    await runner.query('drop table photo_tags');
    await runner.query('drop function tag_key(text)');
  }
}
