import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS, type SitemapPartView, type SitemapView } from '@portfolio/contracts';
import { PUBLIC } from '@portfolio/database';
import { isFullLevel, runAll } from '@portfolio/testing';
import { explain, recordQueries } from './plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PHOTOS = isFullLevel ? 100_000 : 8_000;
const GALLERIES = PHOTOS / 100;

/** Photos without large columns; one in 25 is hidden, one gallery in five. Each photo is in up to three galleries. */
const SEED = [
  `insert into photos (title, status, visibility, original_key, original_bytes, content_hash, width, height, version, renditions)
   select 'Photo ' || i, 'ready', case when i % 25 = 7 then 'hidden' else 'public' end, i, 1, 'x', 1600, 1067, 'abc',
     '[{"format": "avif", "width": 2400}, {"format": "jpeg", "width": 640}, {"format": "jpeg", "width": 1600}]'
   from generate_series(1, ${PHOTOS}) i`,
  `insert into galleries (title, slug, is_active)
   select 'Gallery ' || i, 'gallery-' || i, i % 5 <> 1 from generate_series(1, ${GALLERIES}) i`,
  // Without statistics, triggers list 200,000 rows by a plan for empty tables, in more than five minutes.
  'analyze',
  `insert into gallery_photos (gallery_id, photo_id, position)
   select g, 1 + (g * 97 + p * 3) % ${PHOTOS}, p from generate_series(1, ${GALLERIES}) g, generate_series(0, 199) p`,
  'vacuum analyze',
];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ ANSWER_CACHE: false });
  await runAll(api.env.DATABASE_URL, SEED);
}, 600_000);
afterAll(() => api.stop());

const get = async <T>(address: string) => (await api.visitor.get(address).expect(200)).body as T;
const idsOf = async (table: string, isPublic: string) => {
  const rows = await api.database.query<{ id: number }[]>(
    `select id from ${table} row where ${isPublic} order by id desc`,
  );
  return rows.map(({ id }) => id);
};

describe(`the sitemap of ${PHOTOS} photos`, () => {
  it('has each public photo and gallery once, and counts them', async () => {
    const { parts } = await get<SitemapView>('/api/public/sitemap');
    const read: SitemapPartView[] = [];
    for (const { part } of parts.toReversed()) read.push(await get<SitemapPartView>(`/api/public/sitemap/${part}`));

    expect(read.flatMap(({ photos }) => photos.map(({ id }) => id))).toEqual(
      await idsOf('photos', `${PUBLIC.photo('row')} and visibility = 'public'`),
    );
    expect(read.flatMap(({ galleries }) => galleries.map(({ slug }) => slug))).toEqual(
      (await idsOf('galleries', PUBLIC.gallery('row'))).map((id) => `gallery-${id}`),
    );
    expect(read.toReversed().map(({ galleries, photos }) => galleries.length + photos.length)).toEqual(
      parts.map(({ entries }) => entries),
    );
    expect(Math.max(...parts.map(({ entries }) => entries))).toBeLessThanOrEqual(2 * LIMITS.sitemapPart);
  });

  it('examines the photos of one part for it, in two queries', async () => {
    const queries = await recordQueries(api.database, () => get('/api/public/sitemap/2'));

    expect(queries).toHaveLength(2);
    for (const query of queries) {
      const { examined, scanned } = await explain(api.database, query);
      expect(examined.photos ?? 0).toBeLessThanOrEqual(LIMITS.sitemapPart);
      expect(scanned).not.toContain('photos');
    }
  });

  it('examines each photo once for the list of parts, in one query', async () => {
    const [query, ...more] = await recordQueries(api.database, () => get('/api/public/sitemap'));

    expect(more).toEqual([]);
    const { examined } = await explain(api.database, query!);
    expect(examined.photo_listings).toBeLessThanOrEqual(PHOTOS);
    expect(examined).not.toHaveProperty('photos');
  });
});
