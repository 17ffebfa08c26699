import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, isFullLevel, waitUntilBlocked, type TestDatabase } from '@portfolio/testing';
import { seededRandom } from '@portfolio/testing/statistics';
import type { DataSource, QueryRunner } from 'typeorm';
import { countRows, createDataSource, isOnlyInNonPublic, PUBLIC } from '../src/index.ts';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() =>
  dataSource.query(
    'truncate photos, galleries, comments, messages, news_items, background_images restart identity cascade',
  ),
);

const photos = (count: number) =>
  `insert into photos (title, original_key, original_bytes, content_hash, width, height, status, version)
   select 'Harbour ' || i, gen_random_uuid(), 1, 'x', 3, 2, 'ready', 'a1' from generate_series(1, ${count}) i`;
const gallery = (isActive: boolean) =>
  `insert into galleries (title, slug, is_active) values ('Coast', gen_random_uuid()::text, ${isActive})`;
const membership = (galleryId: number, photoId: number) =>
  `insert into gallery_photos (gallery_id, photo_id, position) select ${galleryId}, ${photoId}, coalesce(max(position), 0) + 1
   from gallery_photos where gallery_id = ${galleryId}`;

/** Listings and counts, as computed from all rows by the publication rule. */
const TRUTH = `
  select photo.id as photo_id, photo.status, photo.visibility, photo.is_for_sale,
    exists (select from gallery_photos where photo_id = photo.id) as is_in_gallery,
    ${PUBLIC.inGallery('photo')} and not ${isOnlyInNonPublic('photo')} as is_listed,
    coalesce(photo.batch_order, photo.id) as batch_order, coalesce(photo.batch_place, 0) as batch_place,
    left(photo.title, 255) as title, coalesce(photo.file_name, '') as file_name,
    coalesce(photo.captured_at, '') as captured_at, null::tstzmultirange as listed_during,
    photo.alt_text is null as lacks_alt_text, false as lacks_title
  from photos photo where photo.deleted_at is null`;
const COUNTED = {
  photos: ['photo_listings', 'status, visibility, is_for_sale, is_in_gallery, is_listed, lacks_alt_text, lacks_title'],
  comments: ['comments where deleted_at is null', 'is_approved'],
  messages: ['messages where deleted_at is null', 'is_read'],
  news: ['news_items where deleted_at is null', 'is_active'],
};

/** Stored and real bytes of pictures, where they differ. */
const BYTES = ['photos', 'background_images']
  .map(
    (table) => `
  select '${table}' as table, kind, coalesce(sum(stored), 0) as stored, coalesce(sum(real), 0) as real
  from (
    select facets->>'kind' as kind, count as stored, 0 as real from row_counts where list = 'bytes of ${table}'
    union all select 'original', 0, original_bytes from ${table}
    union all select 'rendition', 0, (rendition->>'bytes')::int from ${table}, jsonb_array_elements(renditions) rendition
  ) files group by kind having sum(stored) <> sum(real)`,
  )
  .join(' union all ');

/** Differences between listings, counts or sums, and the rows. */
async function differences() {
  const found: unknown[] = await dataSource.query(
    `(table photo_listings except ${TRUTH}) union all (${TRUTH} except table photo_listings)`,
  );
  found.push(
    ...(await dataSource.query<unknown[]>(
      `select * from photo_search indexed full join photos photo on id = photo_id
       where (indexed.title, indexed.description) is distinct from (lower(photo.title), coalesce(lower(photo.description), ''))`,
    )),
  );
  found.push(...(await dataSource.query<unknown[]>(BYTES)));
  for (const [list, [table, columns]] of Object.entries(COUNTED)) {
    found.push(
      ...(await dataSource.query<unknown[]>(
        `select '${list}' as list, facets, coalesce(stored.count, 0) as stored, coalesce(real.count, 0) as real
         from (select facets, sum(count) as count from row_counts where list = '${list}' group by facets) stored
         full join (select to_jsonb(facets) as facets, count(*) as count
           from (select ${columns} from ${table}) facets group by 1) real using (facets)
         where coalesce(stored.count, 0) <> coalesce(real.count, 0)`,
      )),
    );
  }
  return found;
}

const RENDITIONS = [[], [5], [7, 11]].map((sizes) => `'${JSON.stringify(sizes.map((bytes) => ({ bytes })))}'::jsonb`);

/** A random change, of one row or several; few ids, so that changes meet. */
function randomChange(random: () => number): string {
  const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)]!;
  const id = () => 1 + Math.floor(random() * 12);
  const isOne = () => random() < 0.5;
  const onSome = () => pick([`= ${id()}`, `between ${id()} and ${id()}`]);
  const pictures = () => pick(['photos', 'background_images']);
  const changes: (() => string)[] = [
    () => photos(1 + Math.floor(random() * 3)),
    () => `update photos set status = '${pick(['ready', 'failed', 'processing'])}' where id ${onSome()}`,
    () => `update photos set visibility = '${pick(['public', 'unlisted', 'hidden'])}' where id ${onSome()}`,
    () => `update photos set description = ${isOne() ? "'Ebb'" : 'null'} where id ${onSome()}`,
    () => `update photos set alt_text = ${isOne() ? "'Boats'" : 'null'} where id ${onSome()}`,
    () => `update photos set is_for_sale = ${isOne()}, title = 'Tide ' || id where id ${onSome()}`,
    () => `update photos set file_name = 'a.jpg', captured_at = '2026-03-01T17:20:11.000' where id ${onSome()}`,
    () => `update photos set updated_at = now() where id ${onSome()}`,
    () => `update ${pictures()} set original_bytes = id * 1000 + ${id()} where id ${onSome()}`,
    () => `update ${pictures()} set renditions = ${pick(RENDITIONS)} where id ${onSome()}`,
    () => `insert into background_images (original_key, original_bytes, content_hash, width, height, renditions)
           values (gen_random_uuid(), 2000000000, 'x', 3, 2, ${pick(RENDITIONS)})`,
    () => `delete from ${pictures()} where id ${onSome()}`,
    () => gallery(isOne()),
    () => `update galleries set is_active = ${isOne()} where id ${onSome()}`,
    () => `update galleries set visibility = '${pick(['public', 'unlisted', 'hidden'])}' where id ${onSome()}`,
    () => `delete from galleries where id = ${id()}`,
    () => `insert into gallery_photos (gallery_id, photo_id, position) select gallery.id, photo.id, 100 + photo.id
           from galleries gallery, photos photo where gallery.id ${onSome()} and photo.id ${onSome()} on conflict do nothing`,
    () => `delete from gallery_photos where photo_id ${onSome()} and gallery_id ${onSome()}`,
    () => `update gallery_photos set position = -1 - position where gallery_id ${onSome()}`,
    // One row, as a photo is once in a gallery.
    () => `update gallery_photos set gallery_id = (select max(id) from galleries)
           where (gallery_id, photo_id) = (select gallery_id, photo_id from gallery_photos where photo_id = ${id()} limit 1)
             and not exists (select from gallery_photos other where other.gallery_id = (select max(id) from galleries))`,
    () => `insert into comments (photo_id, author_name, author_email, content, is_approved)
           select id, 'Ruth', 'r@example.com', 'Lovely', ${isOne()} from photos where id ${onSome()}`,
    () => `update comments set is_approved = ${isOne()} where id ${onSome()}`,
    () => `delete from comments where id ${onSome()}`,
    () =>
      `insert into messages (name, email, subject, content) values ('Ruth', 'r@example.com', 'A print', 'How much?')`,
    () => `update messages set is_read = ${isOne()} where id ${onSome()}`,
    () => `insert into news_items (headline, is_active) values ('Soon', ${isOne()})`,
    () => `update news_items set is_active = ${isOne()} where id ${onSome()}`,
    () => `delete from news_items where id ${onSome()}`,
    () => `update ${pick(['photos', 'photos', 'comments', 'messages', 'news_items'])}
           set deleted_at = ${isOne() ? 'now()' : 'null'} where id ${onSome()}`,
  ];
  return random() < 0.01
    ? `truncate ${pick(['gallery_photos', 'comments', 'galleries cascade', 'background_images'])}`
    : pick(changes)();
}

const CHANGES = isFullLevel ? 2_000 : 150;

describe('listings of photos and counts of rows', () => {
  it('follow the rows, by any changes', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = seededRandom(seed);
    for (let made = 0; made < CHANGES; made += 1) {
      const change = randomChange(random);
      await dataSource.query(change);
      const found = await differences();
      expect({ seed, made, change, found }).toEqual({ seed, made, change, found: [] });
    }
  });

  it('follow the rows, by concurrent changes', async () => {
    const seed = Date.now() % 2 ** 31;
    await dataSource.query(`${photos(12)}; ${gallery(true)}; ${gallery(false)}; ${gallery(true)}`);
    await Promise.all(
      Array.from({ length: 8 }, async (_, connection) => {
        const random = seededRandom(seed + connection);
        for (let made = 0; made < CHANGES / 4; made += 1) {
          // Statements without an order of locks may deadlock or collide: the database rolls one back.
          await dataSource.query(randomChange(random)).catch((error: { code?: string }) => {
            if (!['40P01', '23503', '23505'].includes(String(error.code))) throw error;
          });
        }
      }),
    );

    expect({ seed, found: await differences() }).toEqual({ seed, found: [] });
  });

  describe('of two transactions', () => {
    const CHANGE_PHOTO = `update photos set visibility = 'hidden' where id = 1`;
    const SWITCH_ON = 'update galleries set is_active = true where id = 1';
    const SWITCH_OFF = 'update galleries set is_active = false where id = 2';
    const REMOVE = 'delete from gallery_photos where gallery_id = 2';
    it.each([
      ['a photo joins a gallery, and is hidden', membership(1, 1), CHANGE_PHOTO],
      ['a photo joins a gallery, which is switched on', membership(1, 1), SWITCH_ON],
      ['a photo joins two galleries', membership(1, 1), membership(2, 1)],
      ['a photo leaves a gallery, which is switched off', REMOVE, SWITCH_OFF],
      ['a photo leaves a gallery, and joins another', REMOVE, membership(1, 2)],
    ])('follow both, in both orders: %s', async (_, one, other) => {
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        await dataSource.query('truncate photos, galleries restart identity cascade');
        await dataSource.query(`${photos(2)}; ${gallery(false)}; ${gallery(true)}; ${membership(2, 2)}`);
        const [a, b] = await Promise.all([begin(), begin()]);
        await a.query(first);
        // Has its snapshot before the first commits, and waits for it where both change a listing.
        const waiting = b.query(second);
        await waitUntilBlocked(dataSource, waiting);
        await end(a);
        await waiting;
        await end(b);

        expect(await differences()).toEqual([]);
      }
    });

    it('do not wait for each other to count', async () => {
      const runners = await Promise.all(Array.from({ length: 5 }, begin));
      for (const runner of runners) {
        await runner.query(`set local lock_timeout = '1s'`);
        await runner.query(photos(2));
      }
      await Promise.all(runners.map(end));
      for (let change = 0; change < 20; change += 1) await dataSource.query(photos(1));

      expect(await countRows(dataSource.manager, 'photos', { is_listed: true })).toBe(30);
      const [{ rows }] = await dataSource.query<[{ rows: number }]>(
        `select count(*)::int as rows from row_counts where list = 'photos'`,
      );
      expect(rows).toBe(5);
    });
  });
});

async function begin(): Promise<QueryRunner> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  return runner;
}

async function end(runner: QueryRunner): Promise<void> {
  await runner.commitTransaction();
  await runner.release();
}
