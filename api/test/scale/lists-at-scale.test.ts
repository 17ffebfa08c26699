import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
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
  await seed(api.database);
  const tables = await api.database.query(
    `select relname as name, reltuples::int as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  sizes = Object.fromEntries(tables.map(({ name, size }: { name: string; size: number }) => [name, size]));
}, 60_000);
afterAll(() => api.stop());

const LIMIT = 20;

/**
 * Largest number of examined rows per table for a page.
 *
 * gallery_photos is excluded: the publication rule hashes all 12,000 rows in 2 ms. An index lookup per row is as fast for a
 * page, and ten times slower for a total.
 */
interface Bounds {
  photos?: number;
  comments?: number;
  messages?: number;
}

/** Three times the page: skipped rows, the extra row, and a join. */
const PAGE = 3 * (LIMIT + 1);
/** Approved comments of the first page, which has the photos with most comments. */
const COUNTED = 30_000;
const ONE_GALLERY = 4 * LARGEST_GALLERY;

/** The thousandth photo of the largest gallery. */
const MIDDLE = `/api/galleries/gallery-${LARGEST.gallery}/photos/${photoAt(LARGEST.gallery, LARGEST_GALLERY / 2)}/neighbours`;

const CALLS: [who: 'visitor' | 'administrator', address: string, bounds: Bounds][] = [
  ['visitor', '/api/photos', { photos: PAGE, comments: COUNTED }],
  ['visitor', '/api/photos?for_sale=true', { photos: PAGE * 10, comments: COUNTED }],
  ['visitor', `/api/photos?gallery_id=${LARGEST.gallery}`, { photos: ONE_GALLERY, comments: COUNTED }],
  ['visitor', '/api/photos?gallery_id=10', { photos: PAGE * 3, comments: COUNTED }],
  ['visitor', `/api/photos/${LARGEST.photo}`, { photos: 1, comments: 2_000 }],
  // Both count the public photos of their galleries.
  ['visitor', '/api/galleries', { photos: ONE_GALLERY * 2 }],
  ['visitor', `/api/galleries/gallery-${LARGEST.gallery}`, { photos: ONE_GALLERY, comments: COUNTED }],
  ['visitor', '/api/galleries/gallery-10', { photos: PAGE * 3, comments: COUNTED }],
  // The middle of the gallery: the photos before and after it are counted once each.
  ['visitor', MIDDLE, { photos: LARGEST_GALLERY + 2, comments: 2_000 }],
  ['administrator', MIDDLE, { photos: LARGEST_GALLERY + 2, comments: 2_000 }],
  // Images come from the storage, without queries.
  ['visitor', '/api/photos?embed=base64', { photos: PAGE, comments: COUNTED }],
  ['visitor', `/api/galleries/gallery-${LARGEST.gallery}?embed=base64`, { photos: ONE_GALLERY, comments: COUNTED }],
  ['visitor', `/api/comments/photo/${LARGEST.photo}`, { photos: 1, comments: 2_000 }],
  ['visitor', '/api/news', {}],
  ['visitor', '/api/public/news/latest', {}],
  ['visitor', '/api/public/settings', {}],
  ['visitor', `/media/${LARGEST.photo}/abc/640.jpeg`, { photos: 1 }],
  ['administrator', '/api/photos', { photos: PAGE, comments: COUNTED }],
  ['administrator', '/api/photos?sort=oldest', { photos: PAGE, comments: COUNTED }],
  ['administrator', '/api/photos?status=ready', { photos: PAGE, comments: COUNTED }],
  // One percent of the photos: an index and a sort, or an ordered scan with a filter.
  ['administrator', '/api/photos?status=failed', { photos: PAGE * 10, comments: COUNTED }],
  ['administrator', '/api/photos?visibility=hidden', { photos: PAGE * 10, comments: COUNTED }],
  // The latest photos are all in galleries, and are skipped.
  ['administrator', '/api/photos?no_other_gallery=true', { photos: SCALE.photos, comments: COUNTED }],
  ['administrator', '/api/comments', { photos: PAGE, comments: PAGE }],
  ['administrator', '/api/comments?status=approved', { photos: PAGE, comments: PAGE }],
  ['administrator', '/api/comments?status=pending', { photos: PAGE, comments: PAGE }],
  // Counts gallery_photos, and examines covers only.
  ['administrator', '/api/galleries?status=all', { photos: PAGE }],
  ['administrator', '/api/galleries?status=inactive', { photos: PAGE }],
  ['administrator', '/api/admin/messages', { photos: PAGE, messages: PAGE * 3 }],
  ['administrator', '/api/news', {}],
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

/** Faults of a query for a page. */
function faultsOf({ sql, scanned, examined, sorted }: PlannedQuery, bounds: Bounds): string[] {
  const faults: string[] = [];
  for (const table of ['photos', 'comments', 'messages'] as const) {
    const most = bounds[table] ?? 0;
    if (scanned.includes(table)) faults.push(`reads all ${table}: ${sql}`);
    if ((examined[table] ?? 0) > most) faults.push(`looks at ${examined[table]} ${table}, of at most ${most}: ${sql}`);
  }
  const most = Math.max(PAGE, ...Object.values(bounds));
  if (sorted > most) faults.push(`sorts ${sorted} rows, of at most ${most}: ${sql}`);
  return faults;
}

describe('among 10,000 photos and 100,000 comments', () => {
  it.each(CALLS)('a %s request for %s examines one page of rows', async (who, address, bounds) => {
    const first = await run(who, withLimit(address, LIMIT));
    const second = first.next ? await run(who, first.next) : { ran: [] };
    const pages = [...first.ran, ...second.ran].filter(({ isCount }) => !isCount);

    expect(pages.length).toBeGreaterThan(0);
    expect(pages.flatMap((page) => faultsOf(page, bounds))).toEqual([]);
  });
});

// The short level counts queries in queries-per-call.test.ts.
if (isFullLevel) {
  describe('in full, among 10,000 photos and 100,000 comments', () => {
    it.each(CALLS)('a %s request for %s examines no row repeatedly', async (who, address) => {
      const { ran } = await run(who, withLimit(address, LIMIT));

      // A total visits each table a few times; a wrong plan visits them far more often.
      for (const { sql, examined } of ran) {
        for (const table of ['photos', 'gallery_photos', 'comments', 'messages']) {
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

    it('a search scans photos once, and no other table', async () => {
      const { ran } = await run('visitor', `/api/photos?search=999&limit=${LIMIT}`);

      for (const { sql, scanned, examined } of ran) {
        expect({ sql, scanned: scanned.filter((table) => ['comments', 'messages'].includes(table)) }).toEqual({
          sql,
          scanned: [],
        });
        expect(examined.photos).toEqual(atMost(SCALE.photos));
      }
    });

    it('a gallery of 2,000 photos has pages of 500 by default', async () => {
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
      const lists = ran.filter(({ isCount }) => !isCount);
      expect(lists.flatMap((list) => faultsOf(list, { photos: ONE_GALLERY, comments: COUNTED }))).toEqual([]);
    });

    it.each(['visitor', 'administrator'])(
      'a %s learns in two queries what is beside a photo in a gallery of all 10,000, each of which is looked at once',
      async (who) => {
        const photo = SCALE.photos / 2 + 1;
        await hangAll(`all-for-${who}`);

        const { ran } = await run(who, `/api/galleries/all-for-${who}/photos/${photo}/neighbours`);

        const queries = ran.filter(({ sql }) => !sql.includes('"users"'));
        expect(queries).toHaveLength(2);
        const { galleries, ...each } = queries[0]!.examined;
        expect(each).toEqual({ gallery_photos: SCALE.photos, photos: atMost(SCALE.photos) });
        expect(galleries).toEqual(atMost(2 * SCALE.galleries));
        expect(queries[1]!.examined.photos).toBe(2);
      },
    );

    it('the dashboard counts in one query, and otherwise examines its lists only', async () => {
      const { ran } = await run('administrator', '/api/admin/dashboard');
      const lists = ran.filter(({ sql }) => !sql.includes("'pendingComments'"));

      expect(lists.flatMap((list) => faultsOf(list, { photos: PAGE, comments: COUNTED }))).toEqual([]);
      expect(ran.length).toBeLessThanOrEqual(6);
    });
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
