import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that visitors do not see, before this migration. */
export const UNSEEN = [
  ...['unfinished_renders', 'unfinished_version', 'updated_at', 'failure'],
  ...['original_key', 'original_bytes', 'content_hash'],
];
export const ADDED = ['upload_batch', 'batch_order', 'batch_place', 'file_name', 'captured_at', 'is_exif_read'];

/** Changes the content version with all columns but these (record 39). */
export async function stampUpdatesBut(runner: QueryRunner, unseen: string[]): Promise<void> {
  const shown = (row: 'old' | 'new') => `to_jsonb(${row}) - '{${String(unseen)}}'::text[]`;
  await runner.query('drop trigger if exists photos_stamp_update on photos');
  await runner.query(`
    create constraint trigger photos_stamp_update after update on photos deferrable initially deferred for each row
    when (new.status = 'ready' and to_jsonb(new) ->> 'visibility' is distinct from 'hidden' and ${shown('old')} <> ${shown('new')})
    execute function stamp_content('id')`);
}

/** Adds upload batch, file name and capture date of a photo (record 61), null for existing photos. */
export class PhotoUploads1763770000000 implements MigrationInterface {
  name = 'PhotoUploads1763770000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table photos
        add column upload_batch uuid,
        add column batch_order integer,
        add column batch_place integer,
        add column file_name text,
        add column captured_at text,
        add column is_exif_read boolean not null default false,
        add constraint photos_batch_whole check (num_nulls(upload_batch, batch_order, batch_place) in (0, 3)),
        add constraint photos_file_name_length check (char_length(file_name) between 1 and 255),
        add constraint photos_captured_at_form
          check (captured_at ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}$')`);
    await runner.query('create index photos_upload_batch on photos (upload_batch) where upload_batch is not null');
    await runner.query('create index photos_exif_unread on photos (id) where not is_exif_read');
    await runner.query('create index photos_upload_order on photos ((coalesce(batch_order, id)))');
    // Restoring an older backup drops tables only, so the collation may exist. After an update of ICU, which may change its
    // order, `migrate` rebuilds its indexes.
    await runner.query(`create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true')`);
    await stampUpdatesBut(runner, [...UNSEEN, ...ADDED]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await stampUpdatesBut(runner, UNSEEN);
    await runner.query(`
      alter table photos
        ${ADDED.map((column) => `drop column ${column}`).join(', ')}`);
    await runner.query('drop collation natural_order');
  }
}
