import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LISTED_BY, listFunction, listPhotos, NEWEST, refreshListings } from './1763780000000-photo-listings.ts';
import { LISTED_DURING } from './1763802000000-gallery-schedules.ts';
import { createCountFunction, recount } from '../row-count-triggers.ts';

/** Text in lowercase, with one space for each run of spaces, `_` and `-`, as in titles made from file names. */
const words = (sql: string) => `btrim(lower(regexp_replace(${sql}, '[\\s_-]+', ' ', 'g')))`;
const FILE_NAME = `coalesce(photo.file_name, '')`;

const GAPS = [
  { column: 'lacks_alt_text', sql: `coalesce(photo.alt_text, '') = ''` },
  {
    column: 'lacks_title',
    sql: `${words('photo.title')} in (
      'untitled', ${words(FILE_NAME)}, ${words(`regexp_replace(${FILE_NAME}, '\\.[^.]+$', '')`)})`,
  },
];
const COLUMNS = GAPS.map(({ column }) => column);

/** Adds the filters for photos without alt text, or whose title is only the file name or 'Untitled'. */
export class MissingTexts1763805000000 implements MigrationInterface {
  name = 'MissingTexts1763805000000';

  async up(runner: QueryRunner): Promise<void> {
    const added = COLUMNS.map((column) => `add column ${column} boolean not null default false`);
    await runner.query(`alter table photo_listings ${added.join(', ')}`);
    await runner.query(refreshListings(LISTED_DURING, ...GAPS));
    await runner.query(listFunction('photos', listPhotos([...LISTED_BY, 'alt_text'])));
    await runner.query('select refresh_photo_listings(array(select id from photos where deleted_at is null))');
    await createCountFunction(runner, 'photos', 'true', COLUMNS);
    await recount(runner, 'photos', COLUMNS);
    for (const column of COLUMNS) {
      await runner.query(`create index photo_listings_${column} on photo_listings (${NEWEST}) where ${column}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await createCountFunction(runner, 'photos');
    await recount(runner, 'photos');
    await runner.query(listFunction('photos', listPhotos(LISTED_BY)));
    await runner.query(refreshListings(LISTED_DURING));
    await runner.query(`alter table photo_listings ${COLUMNS.map((column) => `drop column ${column}`).join(', ')}`);
  }
}
