import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, PHOTO_SORTS } from '@portfolio/contracts';
import { isFullLevel } from '@portfolio/testing';
import type { Response } from 'supertest';
import { explain, type PlannedQuery, recordQueries } from './plans.ts';
import { LARGEST, LARGEST_GALLERY, photoAt, SCALE, seed } from './seed.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let sizes: Record<string, number>;
beforeAll(async () => {
  api = await startTestApi({ ANSWER_CACHE: false });
  admin = await api.signIn();
  await seed(api.env.DATABASE_URL);
  const tables = await api.database.query(
    `select relname as name, reltuples::int as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  sizes = Object.fromEntries(tables.map(({ name, size }: { name: string; size: number }) => [name, size]));
}, 600_000);
afterAll(() => api.stop());

const LIMIT = 20;

const TABLES = [
  'photos',
  'photo_listings',
  'photo_search',
  'photo_tags',
  'gallery_photos',
  'comments',
  'messages',
  'news_items',
] as const;

/** Three times the page: skipped rows, the extra row, and a join. */
const PAGE = 3 * (LIMIT + 1);
/** Approved comments of the first page, which has the photos with most comments. */
const COUNTED = Math.round(2 * SCALE.comments * Math.cbrt((LIMIT + 1) / SCALE.photos));
const OF_ONE_PHOTO = SCALE.comments / 50;
const ONE_GALLERY = 3 * LARGEST_GALLERY;

/** Largest numbers of examined rows of a query, by table. */
type Bounds = Partial<Record<(typeof TABLES)[number], number>>;

const PHOTOS: Bounds = { photos: PAGE, photo_listings: PAGE, gallery_photos: 10 * PAGE, comments: COUNTED };
const FOUND: Bounds = { ...PHOTOS, photo_search: PAGE };
const IN_GALLERY: Bounds = { ...PHOTOS, photo_listings: ONE_GALLERY, gallery_photos: ONE_GALLERY };
/** One photo in fifty has the tag. */
const TAGGED: Bounds = { ...PHOTOS, photo_listings: SCALE.photos / 10, photo_tags: SCALE.photos / 10 };
/** The galleries have up to 200 photos, the largest one more. */
const IN_GALLERIES = (LIMIT + 1) * 200 + ONE_GALLERY;
const GALLERIES: Bounds = { photos: PAGE, photo_listings: IN_GALLERIES, gallery_photos: IN_GALLERIES };
const ONE_PHOTO: Bounds = { photos: 1, photo_listings: 1, gallery_photos: PAGE };
const COMMENTS: Bounds = { photos: PAGE, comments: PAGE };

/** The photo in the middle of the largest gallery. */
const MIDDLE = `/api/galleries/gallery-${LARGEST.gallery}/photos/${photoAt(LARGEST.gallery, LARGEST_GALLERY / 2)}/neighbours`;

const CALLS: [who: 'visitor' | 'administrator', address: string, bounds: Bounds][] = [
  ['visitor', '/api/photos', PHOTOS],
  ['visitor', '/api/photos?for_sale=true', PHOTOS],
  ['visitor', '/api/photos?search=photo 4321', FOUND],
  ['visitor', '/api/photos?search=nowhere', FOUND],
  // Sorts the photos with the tag.
  ['visitor', '/api/photos?tag=Harbour', TAGGED],
  // Sorts the photos of the gallery.
  ['visitor', `/api/photos?gallery_id=${LARGEST.gallery}`, IN_GALLERY],
  ['visitor', '/api/photos?gallery_id=10', PHOTOS],
  ['visitor', `/api/photos/${LARGEST.photo}`, { ...ONE_PHOTO, comments: OF_ONE_PHOTO }],
  // Counts the public photos of each gallery.
  ['visitor', '/api/galleries', GALLERIES],
  ['visitor', `/api/galleries/gallery-${LARGEST.gallery}`, IN_GALLERY],
  ['visitor', '/api/galleries/gallery-10', PHOTOS],
  // The middle of the gallery: the photos before and after it are counted once each.
  ['visitor', MIDDLE, { ...IN_GALLERY, photos: 2, comments: OF_ONE_PHOTO }],
  ['administrator', MIDDLE, { ...IN_GALLERY, photos: 2, comments: OF_ONE_PHOTO }],
  // Images come from the storage, without queries.
  ['visitor', '/api/photos?embed=base64', PHOTOS],
  ['visitor', `/api/galleries/gallery-${LARGEST.gallery}?embed=base64`, IN_GALLERY],
  ['visitor', `/api/comments/photo/${LARGEST.photo}`, { photos: 1, gallery_photos: PAGE, comments: OF_ONE_PHOTO }],
  ['visitor', '/api/news', { news_items: PAGE }],
  ['visitor', '/api/public/news/latest', { news_items: PAGE }],
  ['visitor', '/api/public/settings', {}],
  ['visitor', `/media/${LARGEST.photo}/abc/640.jpeg`, ONE_PHOTO],
  ['administrator', '/api/photos', PHOTOS],
  ...PHOTO_SORTS.map((sort): [who: 'administrator', address: string, bounds: Bounds] => [
    'administrator',
    `/api/photos?sort=${sort}`,
    PHOTOS,
  ]),
  ['administrator', '/api/photos?status=ready', PHOTOS],
  ['administrator', '/api/photos?status=failed', PHOTOS],
  ['administrator', '/api/photos?visibility=hidden', PHOTOS],
  ['administrator', '/api/photos?for_sale=true', PHOTOS],
  ['administrator', '/api/photos?no_other_gallery=true', PHOTOS],
  ['administrator', '/api/photos?missing=alt_text', PHOTOS],
  ['administrator', '/api/photos?missing=title', PHOTOS],
  ['administrator', '/api/photos?search=photo 4321&sort=title', FOUND],
  ['administrator', '/api/photos?tag=harbour&sort=title', TAGGED],
  ['administrator', '/api/comments', COMMENTS],
  ['administrator', '/api/comments?status=approved', COMMENTS],
  ['administrator', '/api/comments?status=pending', COMMENTS],
  ['administrator', '/api/galleries?status=all', GALLERIES],
  ['administrator', '/api/galleries?status=inactive', GALLERIES],
  ['administrator', '/api/admin/messages', { photos: PAGE, messages: PAGE * 3 }],
  ['administrator', '/api/news', { news_items: PAGE }],
  ['administrator', '/api/admin/trash', {}],
  ['administrator', '/api/admin/dashboard', { ...PHOTOS, comments: COUNTED }],
];

const withLimit = (address: string, limit: number) =>
  /^\/media|\/photos\/|latest|settings/.test(address) && !address.includes('/comments/')
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}limit=${limit}`;

/** Planned queries of a call, and the address of the next page. */
async function run(who: string, address: string): Promise<{ ran: PlannedQuery[]; next: string | undefined }> {
  let cursor: unknown;
  const queries = await recordQueries(api.database, async () => {
    const response = await (who === 'visitor' ? api.visitor : admin).get(address);
    // The rows have no files.
    expect(response.status).toBe(address.startsWith('/media') ? 404 : 200);
    cursor = response.body.next_cursor;
  });
  const ran: PlannedQuery[] = [];
  for (const query of queries) ran.push(await explain(api.database, query));
  const next = cursor ? `${address}${address.includes('?') ? '&' : '?'}cursor=${String(cursor)}` : undefined;
  return { ran, next };
}

/** Faults of a query. */
function faultsOf({ sql, scanned, examined, sorted }: PlannedQuery, bounds: Bounds): string[] {
  const faults: string[] = [];
  for (const table of TABLES) {
    const most = bounds[table] ?? 0;
    if (scanned.includes(table)) faults.push(`reads all ${table}: ${sql}`);
    if ((examined[table] ?? 0) > most) faults.push(`looks at ${examined[table]} ${table}, of at most ${most}: ${sql}`);
  }
  const most = Math.max(PAGE, ...Object.values(bounds));
  if (sorted > most) faults.push(`sorts ${sorted} rows, of at most ${most}: ${sql}`);
  return faults;
}

/** Faults of a call's first two pages and of their totals. */
async function faultsOfCall([who, address, bounds]: (typeof CALLS)[number]): Promise<string[]> {
  const first = await run(who, withLimit(address, LIMIT));
  const second = first.next ? await run(who, first.next) : { ran: [] };
  expect(first.ran.length).toBeGreaterThan(0);
  return [...first.ran, ...second.ran].flatMap((query) => faultsOf(query, bounds));
}

describe(`among ${SCALE.photos} photos and ${SCALE.comments} comments`, () => {
  it.each(CALLS)('a %s request for %s examines one page of rows', async (...call) => {
    expect(await faultsOfCall(call)).toEqual([]);
  });
});

// Rebuilding an index of the full size takes too long.
if (!isFullLevel) {
  describe('without an index', () => {
    it.each([
      ['photo_listings_listed', '/api/photos'],
      ['photo_listings_title', '/api/photos?sort=title'],
      ['photo_listings_in_no_gallery', '/api/photos?no_other_gallery=true'],
      ['photo_listings_lacks_title', '/api/photos?missing=title'],
      ['photo_search_grams', '/api/photos?search=photo 4321'],
      ['comments_pending', '/api/comments?status=pending'],
    ])('finds that the index %s is missing', async (index, address) => {
      const call = CALLS.find(([, path]) => path === address)!;
      const [{ definition }] = await api.database.query<[{ definition: string }]>(
        'select pg_get_indexdef($1::regclass) as definition',
        [index],
      );
      await api.database.query(`drop index ${index}`);
      try {
        expect({ index, faults: await faultsOfCall(call) }).not.toEqual({ index, faults: [] });
      } finally {
        await api.database.query(definition);
      }
    });
  });
}

// The short level counts queries in queries-per-call.test.ts.
if (isFullLevel) {
  describe('in full', () => {
    it.each(CALLS)('a %s request for %s examines no row repeatedly', async (who, address) => {
      const { ran } = await run(who, withLimit(address, LIMIT));

      // A total visits each table a few times; a wrong plan visits them far more often.
      for (const { sql, examined } of ran) {
        for (const table of TABLES) {
          const rows = examined[table] ?? 0;
          expect({ sql, table, rows }).toEqual({ sql, table, rows: atMost(3 * sizes[table]!) });
        }
      }
    });

    it.each(CALLS)(
      'a %s request for %s needs as many queries for a long page as for a short one',
      async (who, address) => {
        const short = await run(who, withLimit(address, 2));
        const long = await run(who, withLimit(address, 100));

        expect(long.ran).toHaveLength(short.ran.length);
        expect(long.ran.length).toBeLessThanOrEqual(6);
      },
    );

    it.each([
      ['/api/public/settings', 2],
      ['/api/photos', 2],
      ['/api/galleries', 4],
      [`/api/galleries/gallery-${LARGEST.gallery}`, 4],
      [`/api/photos/${LARGEST.photo}`, 1],
      [MIDDLE, 2],
      [`/api/comments/photo/${LARGEST.photo}`, 2],
      ['/api/public/news/latest', 1],
    ])('the request of a page, %s, needs %d queries', async (address, count) => {
      const queries = await recordQueries(api.database, () => api.visitor.get(address).expect(200));

      expect(queries).toHaveLength(count);
    });

    it(`a gallery of ${LARGEST_GALLERY} photos has pages of 500 by default`, async () => {
      const address = `/api/galleries/gallery-${LARGEST.gallery}`;
      const parts: number[][] = [];
      let total: number | undefined;
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Response = await api.visitor.get(cursor ? `${address}?cursor=${cursor}` : address).expect(200);
        parts.push(body.photos.map(({ id }: { id: number }) => id));
        ({ next_cursor: cursor, total } = body);
      }
      const { ran } = await run('visitor', address);

      const { galleryDetail } = LIMITS;
      const last = parts.at(-1)!.length;
      expect(parts.map(({ length }) => length)).toEqual([galleryDetail, galleryDetail, galleryDetail, last]);
      expect(new Set(parts.flat()).size).toBe(total);
      const bounds = { ...IN_GALLERY, photos: ONE_GALLERY, comments: SCALE.comments };
      expect(ran.flatMap((query) => faultsOf(query, bounds))).toEqual([]);
    });

    it.each(['visitor', 'administrator'])(
      'a %s gets the neighbours of a photo in two queries, which examine each photo of a gallery of all at most once',
      async (who) => {
        const photo = SCALE.photos / 2 + 1;
        await hangAll(`all-for-${who}`);

        const { ran } = await run(who, `/api/galleries/all-for-${who}/photos/${photo}/neighbours`);

        const queries = ran.filter(({ sql }) => !sql.includes('"users"'));
        expect(queries).toHaveLength(2);
        expect(queries[0]!.examined.gallery_photos).toBe(SCALE.photos);
        expect(queries[0]!.examined.photo_listings ?? 0).toEqual(atMost(SCALE.photos));
        expect(queries[1]!.examined.photos).toBe(2);
      },
    );
  });
}

/** Gallery of all photos, newest first. */
async function hangAll(slug: string): Promise<void> {
  await api.database.query(`insert into galleries (title, slug) values ('Everything', $1)`, [slug]);
  await api.database.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select gallery.id, photo.id, ${SCALE.photos} - photo.id from galleries gallery, photos photo where gallery.slug = $1`,
    [slug],
  );
  await api.database.query('vacuum analyze gallery_photos');
}

/** Matches numbers up to this one. */
const atMost = (most: number) => ({ asymmetricMatch: (value: unknown) => typeof value === 'number' && value <= most });
