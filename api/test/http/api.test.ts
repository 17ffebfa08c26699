import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT, type ErrorView } from '@portfolio/contracts';
import { databaseOptions } from '@portfolio/database';
import { aJpeg } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { toAppError } from '../../src/http/error.filter.ts';
import type { ApiDocument } from '../../src/http/openapi/api-document.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

it('every route with a body validates it', async () => {
  const document: ApiDocument = (await api.visitor.get('/api/docs-json').expect(200)).body;
  const withBody = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ method, path, requestBody }] : [],
    ),
  );
  expect(withBody.length).toBeGreaterThanOrEqual(15);

  for (const { method, path, requestBody } of withBody) {
    const send = admin[method as 'post' | 'put'](path.replace(/{\w+}/g, '1'));
    const form = requestBody.content['multipart/form-data'];
    const [file] = Object.keys(form?.encoding ?? {});
    const { body } = file
      ? await send.field('surprise', 'x').attach(file, Buffer.from('x'), 'x')
      : await send.send({ surprise: 'x' });
    expect({ path, errors: body.errors }).toMatchObject({
      path,
      errors: { surprise: 'surprise is not a known field' },
    });
  }
});

describe('a failure', () => {
  it.each([
    ['broken JSON', '{"email":', 'application/json', 400, 'request.malformed'],
    ['a list instead of an object', '[1]', 'application/json', 400, 'request.invalid'],
    [
      'a body beyond the limit',
      JSON.stringify({ email: 'x'.repeat(300_000) }),
      'application/json',
      413,
      'request.too-large',
    ],
    ['another content type', '<a/>', 'text/xml', 415, 'request.unsupported-type'],
  ])('names the error of %s', async (_, text, type, status, code) => {
    const { body } = await api.visitor.post('/api/auth/login').set('content-type', type).send(text).expect(status);

    expect(body).toEqual(expect.objectContaining({ statusCode: status, code, message: expect.any(String) }));
  });

  it.each([gzipSync('{"email":"a@example.com","password":"x"}'), Buffer.from('{"email":')])(
    'rejects a body with a wrong Content-Encoding',
    async (body) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const response = await fetch(`${api.url}/api/auth/login`, { method: 'POST', headers, body });

      expect([response.status, ((await response.json()) as ErrorView).code]).toEqual([400, 'request.malformed']);
    },
  );

  it.each(['/api/nothing', '/nothing', '/api/photos/1/nothing'])('rejects unknown address %s', async (path) => {
    const { body } = await api.visitor.get(path).expect(404);

    expect(body).toEqual({ statusCode: 404, message: 'Not found', code: 'route.not-found' });
  });
});

it('a malformed address gets security headers', async () => {
  const [malformed, unknown] = await Promise.all(['/api/%zz', '/api/nothing'].map((path) => api.visitor.get(path)));

  expect([malformed!.status, malformed!.body.code]).toEqual([400, 'request.malformed']);
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options']) {
    expect([name, malformed!.headers[name]]).toEqual([name, unknown!.headers[name]]);
  }
  expect(malformed!.headers['x-content-type-options']).toBe('nosniff');
});

describe('a response', () => {
  const PUBLIC_PATHS = [
    '/api/galleries',
    '/api/photos',
    '/api/news',
    '/api/public/settings',
    '/api/public/news/latest',
  ];
  const ADMIN_PATHS = ['/api/comments', '/api/admin/messages', '/api/admin/dashboard', '/api/auth/me'];
  const varies = (vary: string | undefined) => (vary ?? '').toLowerCase().split(/, */);

  it.each(PUBLIC_PATHS)('is revalidated by caches and varies by Authorization: %s', async (path) => {
    const { headers } = await api.visitor.get(path).expect(200);

    expect(headers['cache-control']).toBe('no-cache');
    expect(varies(headers.vary)).toEqual(expect.arrayContaining(['authorization', 'origin']));
  });

  it.each([...PUBLIC_PATHS, ...ADMIN_PATHS])('is not stored by caches for the administrator: %s', async (path) => {
    const { headers } = await admin.get(path).expect(200);

    expect(headers['cache-control']).toBe('no-store');
    expect(varies(headers.vary)).toContain('authorization');
  });

  it('has Vary and no-store also when it is an error', async () => {
    for (const path of ['/api/photos/999', '/api/comments', '/api/nothing']) {
      const { headers } = await api.visitor.get(path);
      expect({ path, cacheControl: headers['cache-control'] }).toEqual({ path, cacheControl: 'no-store' });
      expect(varies(headers.vary)).toContain('authorization');
    }
  });

  it('has Cache-Control for HEAD, and Vary when it is compressed', async () => {
    const head = await api.visitor.head('/api/galleries').expect(200);
    const compressed = await api.visitor.get('/api/docs-json').set('accept-encoding', 'gzip').expect(200);

    expect(head.headers['cache-control']).toBe('no-cache');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(varies(compressed.headers.vary)).toEqual(expect.arrayContaining(['authorization', 'accept-encoding']));
  });

  it('that contains a token is not stored by caches', async () => {
    const { email, password } = DEMO_ACCOUNT;
    const { headers } = await api.visitor.post('/api/auth/login').send({ email, password }).expect(200);

    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a slow database', () => {
  it('causes 503 after the driver’s timeout', async () => {
    // Enough for the queries of `initialize` on a busy machine.
    const extra = { query_timeout: 1_000 };
    const shortTimeout = new DataSource({ ...databaseOptions({ url: api.env.DATABASE_URL }), extra });
    await shortTimeout.initialize();
    const error: unknown = await shortTimeout.query('select pg_sleep(9)').catch((thrown: unknown) => thrown);
    await shortTimeout.destroy();

    expect(toAppError(error)).toMatchObject({ status: 503, code: 'service.unavailable' });
  });

  it.each([
    ['/api/photos/upload', 'title'],
    ['/api/admin/settings/background-image', undefined],
  ])('rejects %s while its table is locked, and leaves neither file nor row', async (path, title) => {
    const image = await aJpeg({ width: 32, height: 24 });
    const upload = async () => {
      const post = admin.post(path).attach('image', image, 'photo.jpg');
      return title === undefined ? post : post.field(title, 'Quay');
    };
    const countRows = () =>
      api.database.query(
        'select (select count(*) from photos) as photos, (select count(*) from background_images) as images',
      );
    const before = { files: api.files(), rows: await countRows() };
    const lockHolder = api.database.createQueryRunner();
    await lockHolder.startTransaction();
    await lockHolder.query('lock table photos, background_images in share mode');
    const refused = upload();
    // Same error as the statement timeout after 30 seconds.
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await api.database.query<unknown[]>(cancel)).length === 0) await setTimeout(10);
    const { status, body, headers } = await refused;
    await lockHolder.rollbackTransaction();
    await lockHolder.release();

    expect([status, body.code, Number(headers['retry-after'])]).toEqual([503, 'service.unavailable', 5]);
    expect({ files: api.files(), rows: await countRows() }).toEqual(before);
    expect((await upload()).status).toBe(201);
  });
});

describe('a transaction aborted by the database', () => {
  afterAll(async () => {
    await api.database.query('drop trigger giving_up on news_items; drop function give_up');
  });

  it.each([
    ['deadlock', '40P01'],
    ['serialization', '40001'],
    ['lock timeout', '55P03'],
    ['statement timeout', '57014'],
    ['full disk', '53100'],
  ])('causes 503: %s', async (_, code) => {
    await api.database.query(
      `create or replace function give_up() returns trigger language plpgsql as $$
       begin raise exception 'given up' using errcode = '${code}'; end $$;
       create or replace trigger giving_up before insert on news_items execute function give_up()`,
    );

    const { body, headers } = await admin.post('/api/news').send({ headline: 'x' }).expect(503);

    expect(body.code).toBe('service.unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

it('the health route names the part that is down', async () => {
  const { body } = await api.visitor.get('/api/health').expect(503);

  expect(body).toEqual({
    status: 'unavailable',
    parts: { database: 'up', queue: 'up', worker: 'down', storage: 'up' },
  });
});
