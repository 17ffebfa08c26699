import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeApp, createApp } from '../../src/create-app.ts';
import supertest from 'supertest';
import { recordQueries } from '../scale/plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

async function seed() {
  const { database } = api;
  await database.query('truncate photos, galleries, news_items restart identity cascade');
  await database.query(`insert into photos (title, original_key, original_bytes, content_hash, width, height, status, version)
    select 'Photo ' || i, i, 1, 'x', 3, 2, 'ready', 'v' from generate_series(1, 3) i`);
  await database.query(`insert into galleries (title, slug) values ('Coast', 'coast')`);
  await database.query(
    'insert into gallery_photos (gallery_id, photo_id, position) select 1, i, i from generate_series(1, 3) i',
  );
  await database.query(`insert into news_items (headline) values ('Open')`);
}

const READ = [
  '/api/photos',
  '/api/photos?limit=2',
  '/api/photos/1',
  '/api/galleries',
  '/api/galleries/coast',
  '/api/galleries/coast/next',
  '/api/galleries/coast/photos/2/neighbours',
  '/api/comments/photo/1',
  '/api/news',
  '/api/news/1',
  '/api/public/news/latest',
  '/api/public/settings',
  '/api/public/texts',
  '/api/public/dark-theme',
  '/api/public/full-page-background',
  '/api/public/background-image',
  '/api/public/sitemap',
  '/api/public/sitemap/1',
];

/** Queries of a successful request. */
const queriesOf = (address: string, agent = api.visitor) =>
  recordQueries(api.database, () => agent.get(address).expect(200));

/** Query of a cached response. */
const VERSION_QUERY_ALONE = [expect.objectContaining({ sql: expect.stringContaining('from content_stamp') })];

describe('the response cache without changes', () => {
  beforeAll(seed);

  it.each(READ)('serves %s with one query', async (address) => {
    const first = await api.visitor.get(address).expect(200);
    const queries = await queriesOf(address);
    const again = await api.visitor.get(address).expect(200);

    expect(queries).toEqual(VERSION_QUERY_ALONE);
    expect(again.text).toBe(first.text);
    const own = { date: expect.any(String), 'x-request-id': expect.any(String) };
    expect(again.headers).toEqual({ ...first.headers, ...own });
  });
});

describe('the response cache', () => {
  beforeEach(seed);

  it('is cleared by any change', async () => {
    await api.visitor.get('/api/photos').expect(200);

    await api.database.query(`update photos set title = 'Pier' where id = 1`);

    const { body } = await api.visitor.get('/api/photos').expect(200);
    expect(body.photos.at(-1).title).toBe('Pier');
  });

  it('excludes the administrator', async () => {
    await api.visitor.get('/api/photos/1').expect(200);

    const { body } = await admin.get('/api/photos/1').expect(200);
    expect(body.photo.original_url).toContain('ticket=');
    await admin.get('/api/photos/1').expect(200);
    const visitor = await api.visitor.get('/api/photos/1').expect(200);
    expect(visitor.body.photo.original_url).toBeNull();
  });

  it('excludes requests with an invalid token', async () => {
    await api.visitor.get('/api/photos').expect(200);

    await api.visitor.get('/api/photos').set('authorization', 'Bearer of.bad.news').expect(401);
  });

  it.each(['/api/photos/9', '/api/galleries/none'])('excludes errors: %s', async (address) => {
    const { text } = await api.visitor.get(address).expect(404);
    const again = await api.visitor.get(address).expect(404);

    expect(again.text).toBe(text);
    const queries = await recordQueries(api.database, () => api.visitor.get(address).expect(404));
    expect(queries.length).toBeGreaterThan(1);
  });

  it('excludes embedded pictures', async () => {
    await queriesOf('/api/photos?embed=base64');

    expect((await queriesOf('/api/photos?embed=base64')).length).toBeGreaterThan(1);
    expect((await queriesOf('/api/photos?%65mbed=base64')).length).toBeGreaterThan(1);
  });

  it('is off without a content version', async () => {
    await api.database.query('truncate content_stamp');
    await queriesOf('/api/photos');

    expect((await queriesOf('/api/photos')).length).toBeGreaterThan(1);
  });

  it('is cleared by a change of another process', async () => {
    const other = await createApp({ ...api.env, UPLOAD_DIR: `${api.env.UPLOAD_DIR}-other` });
    await other.listen(0, '127.0.0.1');
    try {
      const there = supertest(await other.getUrl());
      await there.get('/api/photos/1').expect(200);
      await api.visitor.get('/api/photos/1').expect(200);

      await admin.put('/api/galleries/1').send({ is_active: false }).expect(200);

      await there.get('/api/photos/1').expect(404);
      await api.visitor.get('/api/photos/1').expect(404);
    } finally {
      await closeApp(other);
    }
  });
});
