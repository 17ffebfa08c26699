import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionListView } from '@portfolio/contracts';
import { BlockedSender, GalleryPreview, NewsItem } from '@portfolio/database';
import { BACKGROUND_KEYS, PHOTO_KEYS } from '@portfolio/storage';
import { createBackground, createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import type { ApiDocument } from '../../src/http/openapi/api-document.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() =>
  api.database.query(
    'truncate photos, galleries, news_items, messages, blocked_senders, background_images restart identity cascade',
  ),
);
const rowCount = async (table: string) => Number((await api.database.query(`select count(*) from ${table}`))[0].count);

describe('an invalid id', () => {
  const INVALID = [
    ...['0', '-1', '2147483648', '99999999999999999999', 'abc', '1.5', '1e3', '0x1', '%31%00', '%201', '1%20'],
    ...['%EF%BC%91', '%2B1', '1%27', '1%20or%201%3D1', '%00', '%F0%9F%8E%A8', 'NaN', 'null', '1,2', '..%2f1'],
  ];
  const METHODS = ['get', 'put', 'post', 'delete'] as const;
  /** Rows that requests could change; all but the sessions have the id 1. */
  const TABLES = [
    ...['photos', 'galleries', 'gallery_previews', 'comments', 'messages', 'news_items', 'blocked_senders', 'sessions'],
  ];
  const EXISTING: Record<string, string> = { slug: 'coast', version: 'abcdef123456', file: '640.jpeg' };

  let operations: { method: (typeof METHODS)[number]; path: string; parameter: string }[];
  let sessionId: number;
  beforeAll(async () => {
    const { paths }: ApiDocument = (await api.visitor.get('/api/docs-json').expect(200)).body;
    operations = Object.entries(paths).flatMap(([path, described]) =>
      [...path.matchAll(/\{(?:\w*id|part)\}/gi)].flatMap(([parameter]) =>
        METHODS.filter((method) => method in described).map((method) => ({ method, path, parameter })),
      ),
    );
    await api.signIn();
    const { sessions }: SessionListView = (await admin.get('/api/auth/sessions').expect(200)).body;
    sessionId = sessions.find((session) => !session.is_current)!.id;
  });
  beforeEach(async () => {
    const photo = await createPhoto(api.database, { version: EXISTING.version! });
    const { id: galleryId } = await createGallery(api.database, { slug: EXISTING.slug!, photos: [photo] });
    const preview = { galleryId, name: 'Ruth', tokenHash: 'x', expiresAt: new Date() };
    await api.database.getRepository(GalleryPreview).save(preview);
    await createComment(api.database, photo);
    await createMessage(api.database);
    await api.database.getRepository(NewsItem).save({ headline: 'Open studio' });
    await api.database.getRepository(BlockedSender).save({ sender: 'example.org' });
    const background = await createBackground(api.database, { version: EXISTING.version! });
    for (const key of [
      PHOTO_KEYS.rendition(photo.id, EXISTING.version!, 640, 'jpeg'),
      BACKGROUND_KEYS.rendition(background.id, EXISTING.version!, 640, 'jpeg'),
    ]) {
      await api.storage.write(key, Buffer.from('picture'));
    }
  });

  const addressOf = (path: string, parameter = '', id = '') =>
    path.replace(parameter, id).replace(/\{(\w+)\}/g, (_, name: string) => EXISTING[name] ?? '1');

  it.each(['abc', '2147483648', '<id>e0', '<id>.5'])('%s is not found on any route', async (spelling) => {
    const before = await Promise.all(TABLES.map(rowCount));
    expect(Math.min(...before)).toBe(1);
    // Of an upload, the image is validated before the id.
    const tested = operations.filter(({ path }) => !path.endsWith('/image'));
    expect(tested.length).toBeGreaterThanOrEqual(30);

    for (const { method, path, parameter } of tested) {
      const id = spelling.replace('<id>', path.includes('/sessions/') ? String(sessionId) : '1');
      const { status, body } = await admin[method](addressOf(path, parameter, id)).send(
        method === 'get' ? undefined : {},
      );
      expect({ method, path, parameter, status }).toEqual({ method, path, parameter, status: 404 });
      expect(body).toEqual({
        statusCode: 404,
        message: expect.any(String),
        code: expect.stringMatching(/not-found$/),
      });
    }
    expect(await Promise.all(TABLES.map(rowCount))).toEqual(before);
  });

  it('is the only fault: routes that read find valid ids', async () => {
    const readable = operations.filter(({ method, path }) => method === 'get' && !path.endsWith('/original'));
    for (const { path } of readable) {
      const { status } = await admin.get(addressOf(path.replace('slug_or_id', 'slug')));
      expect({ path, status }).toEqual({ path, status: 200 });
    }
  });

  it('is not found in any spelling', async () => {
    for (const id of INVALID) {
      const { status, body } = await admin.get(`/api/photos/${id}`);
      expect({ id, status, code: body.code }).toEqual({ id, status: 404, code: expect.stringMatching(/not-found$/) });
    }
  });
});

describe('an invalid query', () => {
  it.each([
    ['search=a&search=b'],
    ['limit=1&limit=2'],
    ['search=%00'],
    [`search=${'x'.repeat(256)}`],
    ['limit=1e-2'],
    ['limit=%EF%BC%91'],
    ['for_sale=yes'],
  ])('is rejected: ?%s', async (query) => {
    const { body } = await api.visitor.get(`/api/photos?${query}`).expect(400);

    expect(body.code).toBe('request.invalid');
  });
});

describe('a query', () => {
  it('ignores unknown fields', async () => {
    for (const title of ['Harbour', 'Groyne']) await createPhoto(api.database, { title });
    for (const address of ['/api/galleries', '/api/news', '/api/comments', '/api/admin/messages', '/api/photos/1']) {
      await admin.get(`${address}?_=123`).expect(200);
    }
    for (const query of [
      ...['_=123', 'utm_source=post', '__proto__=x', 'constructor=x', 'toString=x', 'hasOwnProperty=x'],
      ...['search[]=a', '=x', '%27=x'],
    ]) {
      const { body } = await api.visitor.get(`/api/photos?${query}&limit=1&search=Groyne`);

      expect({ query, body }).toMatchObject({ query, body: { total: 1, photos: [{ title: 'Groyne' }] } });
    }
  });

  it('accepts numbers and switches as HTML forms send them', async () => {
    await createPhoto(api.database, { isForSale: true });
    await createPhoto(api.database);
    const total = async (query: string) => (await api.visitor.get(`/api/photos?${query}`).expect(200)).body.total;

    expect([await total('for_sale=on'), await total('for_sale=0'), await total('limit=1e2')]).toEqual([1, 1, 2]);
  });
});

describe('a cursor', () => {
  const LISTS: Record<string, string> = {
    photos: '/api/photos',
    galleries: '/api/galleries',
    'photos of one gallery': '/api/galleries/one',
    'photos of another': '/api/galleries/two',
    'comments on a photo': '/api/comments/photo/1',
    comments: '/api/comments',
    news: '/api/news',
    messages: '/api/admin/messages',
  };

  beforeEach(async () => {
    const photos = [await createPhoto(api.database), await createPhoto(api.database)];
    for (const slug of ['one', 'two']) await createGallery(api.database, { slug, photos });
    for (let i = 0; i < 2; i += 1) {
      await createComment(api.database, photos[0]!);
      await createMessage(api.database);
      await admin.post('/api/news').send({ headline: 'x' }).expect(201);
    }
  });

  it('is accepted by its own list only', async () => {
    for (const [from, address] of Object.entries(LISTS)) {
      const { body } = await admin.get(`${address}?limit=1`).expect(200);
      expect(body.next_cursor).toEqual(expect.any(String));
      for (const [to, other] of Object.entries(LISTS)) {
        const { status } = await admin.get(`${other}?limit=1&cursor=${body.next_cursor}`);
        expect({ from, to, status }).toEqual({ from, to, status: from === to ? 200 : 400 });
      }
    }
  });

  it('is rejected when invented', async () => {
    for (const cursor of [Buffer.from('photos:1 or 1=1').toString('base64url'), 'ä']) {
      const { status } = await admin.get('/api/photos').query({ cursor });
      expect({ cursor, status }).toEqual({ cursor, status: 400 });
    }
  });
});

describe('concurrent deletions of the same row', () => {
  it.each<[string, () => Promise<string>]>([
    ['a photo', async () => `/api/photos/${(await createPhoto(api.database)).id}`],
    ['a gallery', async () => `/api/galleries/${(await createGallery(api.database)).id}`],
    [
      'a comment',
      async () => `/api/comments/${(await createComment(api.database, await createPhoto(api.database))).id}`,
    ],
    ['a message', async () => `/api/admin/messages/${(await createMessage(api.database)).id}`],
    ['news', async () => `/api/news/${(await admin.post('/api/news').send({ headline: 'x' })).body.news.id}`],
  ])('succeed once for %s', async (_, make) => {
    const address = await make();

    const responses = await Promise.all(Array.from({ length: 12 }, () => admin.delete(address)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(404)]);
  });

  it('include comments posted meanwhile', async () => {
    const { id } = await createPhoto(api.database);
    const comment = { photo_id: id, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' };

    const responses = await Promise.all([
      ...Array.from({ length: 6 }, () => api.visitor.post('/api/comments').send(comment)),
      admin.delete(`/api/photos/${id}`),
      ...Array.from({ length: 6 }, () => api.visitor.post('/api/comments').send(comment)),
    ]);

    expect(responses.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    expect(await rowCount('comments where deleted_at is null')).toBe(0);
  });
});
