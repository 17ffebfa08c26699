import type { MigrationInterface, QueryRunner } from 'typeorm';
import { stampUpdatesBut, UNSEEN, ADDED as UPLOAD } from './1763770000000-photo-uploads.ts';

const ADDED = ['place', 'keywords', 'file_facts', 'from_file'];

/**
 * Adds place, keywords and facts of a photo. The worker reads those of older photos. Visitors may see the capture date, the
 * place and the facts.
 */
export class FileDetails1763793000000 implements MigrationInterface {
  name = 'FileDetails1763793000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table photos
        add column place text,
        add column keywords text[] not null default '{}',
        add column file_facts jsonb,
        add column from_file text[] not null default '{}',
        add constraint photos_place_length check (char_length(place) <= 2550),
        add constraint photos_keywords_bounded
          check (cardinality(keywords) <= 100 and array_position(keywords, null) is null
            and char_length(array_to_string(keywords, '')) <= 100000),
        add constraint photos_file_facts_object
          check (jsonb_typeof(file_facts) = 'object' and char_length(file_facts::text) <= 30000)`);
    await runner.query('update photos set is_exif_read = false where is_exif_read');
    const unseen = [...UNSEEN, ...UPLOAD, 'keywords', 'from_file'];
    await stampUpdatesBut(
      runner,
      unseen.filter((column) => column !== 'captured_at'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await stampUpdatesBut(runner, [...UNSEEN, ...UPLOAD]);
    await runner.query(`alter table photos ${ADDED.map((column) => `drop column ${column}`).join(', ')}`);
  }
}
