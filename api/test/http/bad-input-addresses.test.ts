import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const MANY = 1_000_000;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_COMMENTS: MANY, LIMIT_POSTS_PER_MINUTE: MANY });
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries, news_items, messages restart identity cascade'));
const rowCount = async (table: string) => Number((await api.database.query(`select count(*) from ${table}`))[0].count);

describe('an invalid id', () => {
  const NONE = ['0', '-1', '2147483648', '99999999999999999999', 'abc', '1.5', '1e3', '0x1', '%31%00', '%201', '1%20'];
  const STRANGE = [
    '%EF%BC%91',
    '%2B1',
    '1%27',
    '1%20or%201%3D1',
    '%00',
    '%F0%9F%8E%A8',
    'NaN',
    'null',
    '1,2',
    '..%2f1',
  ];

  it.each([...NONE, ...STRANGE])('%s is not found on any route', async (id) => {
    await createPhoto(api.database);
    const { paths } = (await api.visitor.get('/api/docs-json').expect(200)).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    // Of an upload, the image is validated before the id.
    const addresses = Object.entries(paths).filter(([path]) => /{(id|photoId)}(?!\/image)/.test(path));
    expect(addresses.length).toBeGreaterThanOrEqual(8);

    for (const [path, operations] of addresses) {
      const address = path.replace(/{(id|photoId)}/g, id).replace('{slug}', 'x');
      for (const method of ['get', 'put', 'post', 'delete'] as const) {
        if (!(method in operations)) continue;
        const { status, body } = await admin[method](address).send(method === 'get' ? undefined : bodyFor(path));
        expect({ method, path, status }).toEqual({ method, path, status: 404 });
        expect(body).toEqual({
          statusCode: 404,
          message: expect.any(String),
          code: expect.stringMatching(/not-found$/),
        });
      }
    }
    expect(await rowCount('photos')).toBe(1);
  });

  const bodyFor = (path: string) => (path.startsWith('/api/galleries') ? { is_active: true } : {});
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
  it.each([
    '_=123',
    'utm_source=post',
    '__proto__=x',
    'constructor=x',
    'toString=x',
    'hasOwnProperty=x',
    'search[]=a',
    '=x',
    '%27=x',
  ])('ignores unknown fields: ?%s', async (query) => {
    for (const title of ['Harbour', 'Groyne']) await createPhoto(api.database, { title });
    for (const address of ['/api/galleries', '/api/news', '/api/comments', '/api/admin/messages', '/api/photos/1']) {
      await admin.get(`${address}?${query}`).expect(200);
    }

    const { body } = await api.visitor.get(`/api/photos?${query}&limit=1&search=Groyne`).expect(200);

    expect(body).toMatchObject({ total: 1, photos: [{ title: 'Groyne' }] });
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
    const made = [
      'photos',
      'photos:',
      'photos:x',
      'photos:-1',
      'photos:1e3',
      'photos:99999999999',
      'photos:1 or 1=1',
      'photos:1:1',
      'photos:01',
      ':1',
      '1',
      '{}',
    ];
    for (const cursor of [...made.map((text) => Buffer.from(text).toString('base64url')), '%00', 'ä', '[]', '.']) {
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
