import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { isFullLevel } from '@portfolio/testing';
import type { Response } from 'supertest';
import { explain, type Ran, recordQueries } from './plans.ts';
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
 * Rows of each of the large tables that a query for a page may look at.
 *
 * gallery_photos is not among them: whether photos are public is at this size looked up in a hash of all 12,000 places,
 * which is made in 2 ms; asking the index row by row is as fast for a page, and ten times slower for the total.
 */
interface Bounds {
  photos?: number;
  comments?: number;
  messages?: number;
}

/** Three times the page: for what is passed over, the one row more, and a join. */
const PAGE = 3 * (LIMIT + 1);
/** The photos with most comments are on the first page, and their approved comments are counted. */
const COUNTED = 30_000;
const ONE_GALLERY = 4 * LARGEST_GALLERY;

/** The thousandth place of the largest gallery. */
const MIDDLE = `/api/galleries/gallery-${LARGEST.gallery}/photos/${photoAt(LARGEST.gallery, LARGEST_GALLERY / 2)}/neighbours`;

const CALLS: [who: 'visitor' | 'administrator', address: string, bounds: Bounds][] = [
  ['visitor', '/api/photos', { photos: PAGE, comments: COUNTED }],
  ['visitor', '/api/photos?for_sale=true', { photos: PAGE * 10, comments: COUNTED }],
  ['visitor', `/api/photos?gallery_id=${LARGEST.gallery}`, { photos: ONE_GALLERY, comments: COUNTED }],
  ['visitor', '/api/photos?gallery_id=10', { photos: PAGE * 3, comments: COUNTED }],
  ['visitor', `/api/photos/${LARGEST.photo}`, { photos: 1, comments: 2_000 }],
  // Both count the photos of the galleries that they show, and look whether they are public.
  ['visitor', '/api/galleries', { photos: ONE_GALLERY * 2 }],
  ['visitor', `/api/galleries/gallery-${LARGEST.gallery}`, { photos: ONE_GALLERY, comments: COUNTED }],
  ['visitor', '/api/galleries/gallery-10', { photos: PAGE * 3, comments: COUNTED }],
  // The middle of the gallery: as many before it as after it are counted. That takes no more than one look at each.
  ['visitor', MIDDLE, { photos: LARGEST_GALLERY + 2, comments: 2_000 }],
  ['administrator', MIDDLE, { photos: LARGEST_GALLERY + 2, comments: 2_000 }],
  // Pictures come inside the answer from the storage; the database has nothing more to do.
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
  // Each a hundredth of all: an index finds and a sort orders them, or the others are passed over in their order.
  ['administrator', '/api/photos?status=failed', { photos: PAGE * 10, comments: COUNTED }],
  ['administrator', '/api/photos?visibility=hidden', { photos: PAGE * 10, comments: COUNTED }],
  // The latest are all in galleries, and are passed over.
  ['administrator', '/api/photos?no_other_gallery=true', { photos: SCALE.photos, comments: COUNTED }],
  ['administrator', '/api/comments', { photos: PAGE, comments: PAGE }],
  ['administrator', '/api/comments?status=approved', { photos: PAGE, comments: PAGE }],
  ['administrator', '/api/comments?status=pending', { photos: PAGE, comments: PAGE }],
  // Counts places, and looks at the covers alone.
  ['administrator', '/api/galleries?status=all', { photos: PAGE }],
  ['administrator', '/api/galleries?status=inactive', { photos: PAGE }],
  ['administrator', '/api/admin/messages', { photos: PAGE, messages: PAGE * 3 }],
  ['administrator', '/api/news', {}],
];

const withLimit = (address: string, limit: number) =>
  /^\/media|\/photos\/|latest|settings/.test(address) && !address.includes('/comments/')
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}limit=${limit}`;

/** The queries of a call, as the database ran them, and the address of the page behind. */
async function run(who: string, address: string): Promise<{ ran: Ran[]; next: string | undefined }> {
  let cursor: unknown;
  const queries = await recordQueries(api.database, async () => {
    const answer = await (who === 'visitor' ? api.visitor : admin).get(address);
    // The rows are there, and no files.
    expect(answer.status).toBe(address.startsWith('/media') ? 404 : 200);
    cursor = answer.body.next_cursor;
  });
  const ran: Ran[] = [];
  for (const query of queries) ran.push(await explain(api.database, query));
  const next = cursor ? `${address}${address.includes('?') ? '&' : '?'}cursor=${String(cursor)}` : undefined;
  return { ran, next };
}

/** What a query for a page did that it should not, in words; empty where all is well. */
function faultsOf({ sql, scanned, examined, sorted }: Ran, bounds: Bounds): string[] {
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
  it.each(CALLS)('a %s who asks for %s has the database look at a page', async (who, address, bounds) => {
    const first = await run(who, withLimit(address, LIMIT));
    const second = first.next ? await run(who, first.next) : { ran: [] };
    const pages = [...first.ran, ...second.ran].filter(({ isCount }) => !isCount);

    expect(pages.length).toBeGreaterThan(0);
    expect(pages.flatMap((page) => faultsOf(page, bounds))).toEqual([]);
  });
});

// The short level has numbers of queries from queries-per-call.test.ts.
if (isFullLevel) {
  describe('in full, among 10,000 photos and 100,000 comments', () => {
    it.each(CALLS)('a %s who asks for %s has nothing looked at again and again', async (who, address) => {
      const { ran } = await run(who, withLimit(address, LIMIT));

      // A total has to visit what it counts, each table a few times; a rule that is asked in vain is asked far oftener.
      for (const { sql, examined } of ran) {
        for (const table of ['photos', 'gallery_photos', 'comments', 'messages']) {
          const rows = examined[table] ?? 0;
          expect({ sql, table, rows }).toEqual({ sql, table, rows: atMost(3 * sizes[table]!) });
        }
      }
    });

    it.each(CALLS)(
      'a %s who asks for %s costs as many queries for a long page as for a short one',
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
    ])('what a page of the site asks for, %s, takes %d queries', async (address, count) => {
      const queries = await recordQueries(api.database, () => api.visitor.get(address).expect(200));

      expect(queries).toHaveLength(count);
    });

    it('a search reads every photo once, and nothing else whole', async () => {
      const { ran } = await run('visitor', `/api/photos?search=999&limit=${LIMIT}`);

      for (const { sql, scanned, examined } of ran) {
        expect({ sql, scanned: scanned.filter((table) => ['comments', 'messages'].includes(table)) }).toEqual({
          sql,
          scanned: [],
        });
        expect(examined.photos).toEqual(atMost(SCALE.photos));
      }
    });

    it('a gallery of 2,000 is answered in parts of 500 photos where no limit is asked for', async () => {
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

    it('the dashboard counts everything in one query, and looks at no more than its lists beside it', async () => {
      const { ran } = await run('administrator', '/api/admin/dashboard');
      const lists = ran.filter(({ sql }) => !sql.includes("'pendingComments'"));

      expect(lists.flatMap((list) => faultsOf(list, { photos: PAGE, comments: COUNTED }))).toEqual([]);
      expect(ran.length).toBeLessThanOrEqual(6);
    });
  });
}

/** A gallery of all photos, the newest first. */
async function hangAll(slug: string): Promise<void> {
  await api.database.query(`insert into galleries (title, slug) values ('Everything', $1)`, [slug]);
  await api.database.query(
    `insert into gallery_photos (gallery_id, photo_id, position)
     select gallery.id, photo.id, ${SCALE.photos} - photo.id from galleries gallery, photos photo where gallery.slug = $1`,
    [slug],
  );
  await api.database.query('vacuum analyze gallery_photos');
}

/** Matches any number up to that one. */
const atMost = (most: number) => ({ asymmetricMatch: (value: unknown) => typeof value === 'number' && value <= most });
