import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorView } from '@portfolio/contracts';
import type { ApiDocument } from '../src/http/openapi/api-document.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi({ ADMIN_ORIGINS: ['https://admin.example.com'] });
  admin = await api.signIn();
});
afterAll(() => api.stop());

it('validates the body of every route that has one', async () => {
  const document: ApiDocument = (await api.visitor.get('/api/docs-json').expect(200)).body;
  const withBody = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ method, path, requestBody }] : [],
    ),
  );
  expect(withBody.length).toBeGreaterThanOrEqual(15);

  for (const { method, path, requestBody } of withBody) {
    const send = admin[method as 'post' | 'put'](path.replace(/{\w+}/g, '1'));
    const { body } = requestBody.content['multipart/form-data']
      ? await send.field('surprise', 'x').attach('image', Buffer.from('x'), 'x')
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
    ['a list for an object', '[1]', 'application/json', 400, 'request.invalid'],
    [
      'a body that is too large',
      JSON.stringify({ email: 'x'.repeat(300_000) }),
      'application/json',
      413,
      'request.too-large',
    ],
    ['another type of body', '<a/>', 'text/xml', 415, 'request.unsupported-type'],
  ])('says what is wrong with %s', async (_, text, type, status, code) => {
    const { body } = await api.visitor.post('/api/auth/login').set('content-type', type).send(text).expect(status);

    expect(body).toEqual(expect.objectContaining({ statusCode: status, code, message: expect.any(String) }));
  });

  it.each([gzipSync('{"email":"a@example.com","password":"x"}'), Buffer.from('{"email":')])(
    'says that a body cannot be read which is, or is not, compressed as it says',
    async (body) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const answer = await fetch(`${api.url}/api/auth/login`, { method: 'POST', headers, body });

      expect([answer.status, ((await answer.json()) as ErrorView).code]).toEqual([400, 'request.malformed']);
    },
  );

  it.each(['/api/nothing', '/nothing', '/api/photos/1/nothing'])('says that there is no %s', async (path) => {
    const { body } = await api.visitor.get(path).expect(404);

    expect(body).toEqual({ statusCode: 404, message: 'Not found', code: 'route.not-found' });
  });
});

it('lets the configured origins in, and no other', async () => {
  const from = (origin: string) => api.visitor.get('/api/galleries').set('origin', origin);

  expect((await from('https://admin.example.com')).headers['access-control-allow-origin']).toBe(
    'https://admin.example.com',
  );
  expect((await from('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined();
});

it('says which part does not answer', async () => {
  const { body } = await api.visitor.get('/api/health').expect(503);

  expect(body).toEqual({
    status: 'unavailable',
    parts: { database: 'up', queue: 'up', worker: 'down', storage: 'up' },
  });
});
