import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBackground, createComment, createGallery, createPhoto } from '@portfolio/testing';
import { describeApi } from '../../src/http/openapi/describe-api.ts';
import { recordQueries } from './plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi({ ANSWER_CACHE: false });
  admin = await api.signIn();
});
afterAll(() => api.stop());

/**
 * Queries of each GET call, for a visitor and for the administrator, whose session needs one more. A cached response needs
 * one query: see response-cache.test.ts.
 */
const BUDGET: [path: string, visitor: number | 'refused', administrator: number | 'same'][] = [
  ['/api/photos', 2, 3],
  ['/api/photos?gallery_id=1', 2, 3],
  ['/api/photos?search=photo', 2, 3],
  ['/api/photos?tag=sea', 2, 3],
  ['/api/photos/1', 1, 2],
  ['/api/tags', 1, 2],
  ['/api/tags/sea', 2, 3],
  ['/api/galleries', 4, 5],
  // Responses with an ETag also read the version.
  ['/api/galleries/gallery-1', 4, 6],
  ['/api/galleries/gallery-1/next', 4, 5],
  ['/api/galleries/locked/lock', 1, 'same'],
  ['/api/galleries/1/previews', 'refused', 3],
  ['/api/galleries/gallery-1/photos/1/neighbours', 2, 3],
  ['/api/comments/photo/1', 2, 3],
  ['/api/news', 2, 3],
  ['/api/news/1', 1, 2],
  ['/api/public/news/latest', 1, 'same'],
  ['/api/public/settings', 2, 'same'],
  ['/api/public/texts', 1, 'same'],
  ['/api/public/dark-theme', 1, 'same'],
  ['/api/public/full-page-background', 1, 'same'],
  ['/api/public/background-image', 1, 'same'],
  ['/api/public/sitemap', 1, 'same'],
  ['/api/public/sitemap/1', 2, 'same'],
  ['/api/public/demo', 1, 'same'],
  ['/api/auth/me', 'refused', 1],
  ['/api/auth/sessions', 'refused', 2],
  ['/api/auth/security-events', 'refused', 2],
  ['/api/comments', 'refused', 3],
  ['/api/admin/blocked-senders', 'refused', 3],
  ['/api/admin/messages', 'refused', 3],
  ['/api/admin/trash', 'refused', 4],
  ['/api/admin/dashboard', 'refused', 4],
  ['/api/admin/views', 'refused', 5],
  ['/api/admin/views.csv', 'refused', 5],
  ['/api/admin/settings/website', 'refused', 4],
  ['/api/admin/upload-limits', 'refused', 2],
  ['/api/admin/export', 'refused', 1],
  ['/api/admin/export/storage', 'refused', 2],
  ['/api/admin/import', 'refused', 3],
];

/** Calls without lists: the queue has its own connections, events and files are streams, views are buffered. */
const ELSEWHERE = /^\/(media|api\/docs|api\/exports|api\/health|api\/views|api\/admin\/(queue|events))/;

/** Creates several rows of each kind, with all relations. */
async function fill(count: number): Promise<void> {
  const series = `generate_series(1, ${count}) i`;
  for (const statement of [
    'truncate photos, galleries, gallery_photos, comments, news_items, messages, background_images, blocked_senders restart identity cascade',
    `insert into settings (name, value) values ('tag_pages', 'true') on conflict do nothing`,
    `insert into photos (title, original_key, original_bytes, content_hash, width, height, status, version, keywords, renditions)
     select 'Photo ' || i, i, 1, 'x', 1600, 1067, 'ready', 'v', '{sea}', '[{"format": "jpeg", "width": 640, "height": 427, "bytes": 9}]'
     from ${series}`,
    `insert into galleries (title, slug) select 'Gallery ' || i, 'gallery-' || i from ${series}`,
    `insert into galleries (title, slug, visibility, password_hash) values ('Locked', 'locked', 'private', 'hash')`,
    `insert into gallery_previews (gallery_id, name, token_hash, expires_at) select 1, 'Ruth', i, now() from ${series}`,
    `insert into gallery_photos (gallery_id, photo_id, position) select i, j, j from ${series}, generate_series(1, ${count}) j`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select j, 'Ruth', 'ruth@example.com', 'Lovely', true from ${series}, generate_series(1, ${count}) j`,
    `insert into news_items (headline) select 'News ' || i from ${series}`,
    `insert into messages (name, email, subject, content, photo_id, is_read)
     select 'Ruth', 'ruth@example.com', 'A print', 'How much?', i, i % 2 = 0 from ${series}`,
    `insert into page_views (day, page, views) select now()::date - 1, '/photo/' || i, i from ${series} on conflict do nothing`,
    `insert into blocked_senders (sender) select i || '.example' from ${series}`,
  ]) {
    await api.database.query(statement);
  }
}

/** Number of queries of each call. */
async function counted(): Promise<typeof BUDGET> {
  const counts: typeof BUDGET = [];
  for (const [path, visitor, administrator] of BUDGET) {
    const queriesOf = async (client: typeof api.visitor) =>
      (await recordQueries(api.database, () => client.get(path).expect(200))).length;
    counts.push([
      path,
      visitor === 'refused' ? visitor : await queriesOf(api.visitor),
      administrator === 'same' ? administrator : await queriesOf(admin),
    ]);
  }
  return counts;
}

describe('a GET call', () => {
  it('takes its number of queries, and no more, where there are 20 of everything', async () => {
    await fill(20);

    expect(await counted()).toEqual(BUDGET);
  });

  it('has an expected number of queries', () => {
    const paths = Object.entries(describeApi(api.app).paths);
    const reading = paths.filter(([path, { get }]) => get && !ELSEWHERE.test(path)).map(([path]) => path);
    const asPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);

    expect(reading.length).toBeGreaterThan(15);
    expect(reading.filter((path) => !BUDGET.some(([known]) => asPattern(path).test(known)))).toEqual([]);
  });
});

describe('what visitors do not see', () => {
  const ABSENT = { photo: 999, processing: 999, gallery: 'none', news: 999, background: 999 };
  type Ids = typeof ABSENT;
  // Without the agent: this internal route is not in the API document.
  const shown = async (photo: number) => {
    const response = await fetch(`${api.url}/media/shown?${photo}/abc/640.jpeg`);
    return { status: response.status, text: await response.text() };
  };
  const post = (path: string, body: object) => api.visitor.post(path).send(body);
  const CALLS: [title: string, call: (ids: Ids) => PromiseLike<{ status: number; text: string }>][] = [
    ['a photo', ({ photo }) => api.visitor.get(`/api/photos/${photo}`)],
    ['a photo with its pictures', ({ photo }) => api.visitor.get(`/api/photos/${photo}?embed=base64`)],
    ['a gallery', ({ gallery }) => api.visitor.get(`/api/galleries/${gallery}`)],
    [
      'a position in it',
      ({ gallery, photo }) => api.visitor.get(`/api/galleries/${gallery}/photos/${photo}/neighbours`),
    ],
    ['a position', ({ processing }) => api.visitor.get(`/api/galleries/gallery-1/photos/${processing}/neighbours`)],
    ['the comments of a photo', ({ photo }) => api.visitor.get(`/api/comments/photo/${photo}`)],
    ['news', ({ news }) => api.visitor.get(`/api/news/${news}`)],
    ['a picture', ({ photo }) => api.visitor.get(`/media/${photo}/abc/640.jpeg`)],
    ['a picture of an earlier version', ({ photo }) => api.visitor.get(`/media/${photo}/0000/640.jpeg`)],
    ['a picture by a wrong ticket', ({ photo }) => api.visitor.get(`/media/${photo}/abc/640.jpeg?ticket=x`)],
    ['which pictures are shown', ({ photo }) => shown(photo)],
    ['an original', ({ photo }) => api.visitor.get(`/media/${photo}/original`)],
    ['a background image', ({ background }) => api.visitor.get(`/media/background/${background}/abc/640.jpeg`)],
    [
      'a comment',
      ({ photo }) =>
        post('/api/comments', {
          photo_id: photo,
          author_name: 'Ruth',
          author_email: 'r@example.com',
          content: 'Hello',
        }),
    ],
    [
      'a message',
      ({ photo }) =>
        post('/api/contact', {
          name: 'R',
          email: 'r@example.com',
          subject: 'Hello',
          message: 'Hello',
          photo_id: photo,
        }),
    ],
  ];
  let hidden: Ids;
  beforeAll(async () => {
    await fill(1);
    const { database } = api;
    const [photo, processing] = [
      await createPhoto(database, { version: 'abc' }),
      await createPhoto(database, { status: 'processing', version: 'abc' }),
    ];
    await createGallery(database, { slug: 'draft', isActive: false, photos: [photo] });
    await database.query('insert into gallery_photos (gallery_id, photo_id, position) values (1, $1, 9)', [
      processing.id,
    ]);
    await createComment(database, photo);
    const older = await createBackground(database, { version: 'abc' });
    await createBackground(database);
    const [item] = await database.query<{ id: number }[]>(
      `insert into news_items (headline, is_active) values ('Soon', false) returning id`,
    );
    hidden = { photo: photo.id, processing: processing.id, gallery: 'draft', news: item!.id, background: older.id };
  });

  it.each(CALLS)('runs the same queries and responds the same as for an absent id: %s', async (_, call) => {
    const recorded = async (ids: Ids) => {
      let response: unknown;
      const queries = await recordQueries(api.database, async () => {
        const { status, text } = await call(ids);
        response = { status, text };
      });
      return { response, queries: queries.map(({ sql }) => sql) };
    };
    // Twice, since the second response is cached.
    const [first, again] = [await recorded(hidden), await recorded(hidden)];

    expect([first, again]).toEqual([await recorded(ABSENT), await recorded(ABSENT)]);
  });
});
