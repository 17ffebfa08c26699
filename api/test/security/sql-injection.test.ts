import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries restart identity cascade'));
const rowCount = async (table: string) => Number((await api.database.query(`select count(*) from ${table}`))[0].count);

describe('SQL', () => {
  const SQL = [
    "'; drop table photos; --",
    "' or '1'='1",
    '%27 union select password_hash from users --',
    "\\'; select 1",
    '$1',
    ':id',
    '${x}',
    "E'\\\\x'",
  ];

  it.each(SQL)('is text in a search: %s', async (search) => {
    await createPhoto(api.database, { title: 'Harbour' });
    await createPhoto(api.database, { title: `Named ${search}` });

    const { body } = await api.visitor.get('/api/photos').query({ search }).expect(200);

    expect(body.photos.map(({ title }: { title: string }) => title)).toEqual([`Named ${search}`]);
  });

  it.each(SQL)('is rejected in other fields: %s', async (sql) => {
    for (const [path, name] of [
      ['/api/photos', 'status'],
      ['/api/photos', 'sort'],
      ['/api/photos', 'gallery_id'],
      ['/api/photos', 'for_sale'],
      ['/api/photos', 'limit'],
      ['/api/photos', 'cursor'],
      ['/api/photos', 'embed'],
      ['/api/galleries', 'status'],
      ['/api/galleries', 'cursor'],
      ['/api/comments', 'status'],
      ['/api/comments', 'cursor'],
      ['/api/news', 'cursor'],
      ['/api/admin/messages', 'cursor'],
    ] as const) {
      const { body } = await admin.get(path).query({ [name]: sql });
      expect({ path, name, code: body.code }).toEqual({ path, name, code: 'request.invalid' });
    }
    await api.visitor.get(`/api/galleries/${encodeURIComponent(sql)}`).expect(404);
    await api.visitor.get(`/media/1/${encodeURIComponent(sql)}/640.jpeg`).expect(404);
  });
});

describe('SQL in sort orders and filters', () => {
  const SLEEP = 'pg_sleep(5)';
  const ORDERS = [
    'id desc; drop table photos; --',
    '(case when (select count(*) from users) > 0 then id else title end)',
    'title, (select password_hash from users limit 1)',
    SLEEP,
    "id; copy (select 1) to program 'touch /tmp/x'",
  ];

  it.each(ORDERS)('is rejected: %s', async (sql) => {
    for (const title of ['Alder', 'Birch', 'Cedar']) await createPhoto(api.database, { title });
    const began = performance.now();
    const usual = (await api.visitor.get('/api/photos').expect(200)).text;

    await api.visitor.get('/api/photos').query({ sort: sql }).expect(400);
    for (const name of ['order', 'orderBy', 'order_by', 'sort_by', 'dir', 'fields', 'select', 'where', 'filter']) {
      expect(
        (
          await api.visitor
            .get('/api/photos')
            .query({ [name]: sql })
            .expect(200)
        ).text,
      ).toBe(usual);
    }

    if (sql === SLEEP) expect(performance.now() - began).toBeLessThan(4_500);
    expect(await rowCount('photos')).toBe(3);
  });

  it.each(ORDERS)('is rejected as a position or a list of ids: %s', async (sql) => {
    const photos = [await createPhoto(api.database), await createPhoto(api.database)];
    const gallery = await createGallery(api.database, { photos });

    await admin
      .put(`/api/galleries/${gallery.id}/order`)
      .send({ photo_ids: [photos[1]?.id, sql] })
      .expect(400);
    await admin
      .post('/api/photos/batch/delete')
      .send({ photo_ids: [sql] })
      .expect(400);
    await admin
      .put(`/api/galleries/${gallery.id}`)
      .send({ [sql]: 1 })
      .expect(400);

    expect(await rowCount('photos')).toBe(2);
  });

  it('is rejected in a cursor', async () => {
    await createPhoto(api.database);
    for (const sql of ["photos:1' or 1=1 --", 'photos:1); drop table photos; --', 'photos:1 union select 1']) {
      const cursor = Buffer.from(sql).toString('base64url');
      await api.visitor.get('/api/photos').query({ cursor }).expect(400);
    }
    expect(await rowCount('photos')).toBe(1);
  });
});

it.each(['%', '_', '%%%', '\\', '\\%', '%_%'])('a wildcard matches itself only: %s', async (search) => {
  await createPhoto(api.database, { title: 'Harbour' });

  expect((await api.visitor.get('/api/photos').query({ search }).expect(200)).body.total).toBe(0);
});

it('SQL in email or password does not sign in', async () => {
  for (const sql of ["' or '1'='1", "') or true --"]) {
    await api.visitor.post('/api/auth/login').send({ email: 'demo@example.com', password: sql }).expect(401);
    await api.visitor
      .post('/api/auth/login')
      .send({ email: `x@y.example${sql}`, password: 'x' })
      .expect(400);
  }
});
