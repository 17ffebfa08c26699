import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Api, ApiError, failureMessage, failureWithReason, queryString } from '../src/http.ts';
import { getVersioned, putVersioned } from '../src/versions.ts';
import { fetchViewsCsv } from '../src/views.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts an API with this handler. */
async function startApi(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

describe('Api', () => {
  it('sends the token and JSON, and reads JSON', async () => {
    let received: unknown;
    const origin = await startApi((request, response) => {
      received = [request.method, request.url, request.headers.authorization, request.headers['content-type']];
      json(200, { gallery: { id: 7 } })(request, response);
    });

    const response = await new Api({ origin, token: () => 'secret' }).post('/galleries', { title: 'A' });

    expect(response).toEqual({ gallery: { id: 7 } });
    expect(received).toEqual(['POST', '/api/galleries', 'Bearer secret', 'application/json']);
  });

  it('converts a failed response into an error with its message, code and fields', async () => {
    const errors = { title: 'Title is required' };
    const origin = await startApi(
      json(400, { statusCode: 400, message: 'Title is required', code: 'request.invalid', errors }),
    );

    await expect(new Api({ origin }).post('/galleries', {})).rejects.toMatchObject({
      status: 400,
      message: 'Title is required',
      code: 'request.invalid',
      errors,
    });
  });

  it('sends If-Match, and returns the new version or the current value', async () => {
    const ifMatch: unknown[] = [];
    const origin = await startApi((request, response) => {
      ifMatch.push(request.headers['if-match']);
      response.setHeader('etag', request.headers['if-match'] === '"1"' ? '"2"' : 'W/"1"');
      if (request.headers['if-match'] === '"1"' || request.method === 'GET') json(200, { id: 7 })(request, response);
      else json(412, { statusCode: 412, code: 'request.outdated', current: { id: 8 } })(request, response);
    });
    const api = new Api({ origin });

    // Weakened by a gateway that compresses.
    expect(await getVersioned(api, '/news/7')).toEqual({ value: { id: 7 }, etag: '"1"' });
    expect(await putVersioned(api, '/news/7', {}, '"1"')).toEqual({ value: { id: 7 }, etag: '"2"' });
    await expect(putVersioned(api, '/news/7', {}, '"0"')).rejects.toMatchObject({
      status: 412,
      current: { value: { id: 8 }, etag: '"1"' },
    });
    expect(ifMatch).toEqual([undefined, '"1"', '"0"']);
  });

  it.each<[string, RequestListener]>([
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    ],
    ['times out', (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('{')],
    ['is not JSON', (_, response) => response.end('<title>Welcome to our network</title>')],
  ])('treats a response that %s as unreachable', async (_, handler) => {
    const origin = await startApi(handler);

    await expect(new Api({ origin, timeout: 200 }).get('/photos')).rejects.toMatchObject({ status: 0 });
  });

  it('calls onUnauthorized after a 401, but not after a failed sign-in', async () => {
    const codes: string[] = [];
    const attempt = async (code: string) => {
      const origin = await startApi(json(401, { statusCode: 401, message: 'No', code }));
      await new Api({ origin, onUnauthorized: () => codes.push(code) }).get('/auth/me').catch(() => undefined);
    };

    await attempt('auth.wrong-credentials');
    await attempt('auth.required');

    expect(codes).toEqual(['auth.required']);
  });

  it('retries a 401 with the token that has replaced its own, and ends the session once that is refused', async () => {
    let token = 'old';
    let ended = 0;
    const sent: unknown[] = [];
    const origin = await startApi((request, response) => {
      sent.push(request.headers.authorization);
      if (token === 'old') token = 'new';
      const isRefused = sent.length !== 2;
      json(isRefused ? 401 : 200, isRefused ? { code: 'auth.required' } : { galleries: [] })(request, response);
    });
    const api = new Api({ origin, token: () => token, onUnauthorized: () => (ended += 1) });

    expect(await api.get('/galleries')).toEqual({ galleries: [] });
    expect([sent, ended]).toEqual([['Bearer old', 'Bearer new'], 0]);
    await expect(api.get('/galleries')).rejects.toMatchObject({ status: 401 });
    expect([sent.length, ended]).toEqual([3, 1]);
  });

  it('retries a CSV file with the token that has replaced its own', async () => {
    let token = 'old';
    const origin = await startApi((request, response) => {
      token = 'new';
      if (request.headers.authorization === 'Bearer new') response.end('day,views');
      else json(401, { code: 'auth.required' })(request, response);
    });

    expect(await fetchViewsCsv(new Api({ origin, token: () => token }), 30)).toBe('day,views');
  });

  it.each([
    ['the connection is refused', async () => 'http://127.0.0.1:1'],
    ['the request times out', () => startApi(() => undefined)],
  ])('reports an unreachable site when %s', async (_, site) => {
    const api = new Api({ origin: await site(), timeout: 200 });

    await expect(api.get('/galleries')).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it('reports an unreachable site when a CSV file times out', async () => {
    const api = new Api({ origin: await startApi(() => undefined), timeout: 200 });

    await expect(fetchViewsCsv(api, 30)).rejects.toMatchObject({ status: 0 });
  });

  it('has a generic message for a failed response without JSON', async () => {
    const origin = await startApi((_request, response) => void response.writeHead(502).end('<html>Bad Gateway</html>'));

    await expect(new Api({ origin }).get('/galleries')).rejects.toMatchObject({
      status: 502,
      message: 'Something went wrong',
    });
  });
});

const UNREACHED = 'Failed to save. The site cannot be reached right now. Please try again.';

it.each([
  ['is the message of the API', new ApiError(409, 'Taken', 'gallery.slug-taken'), 'Taken', 'Failed to save. Taken'],
  [
    'is generic without a message of the API',
    new ApiError(500, 'Something went wrong'),
    'Failed to save',
    'Failed to save',
  ],
  ['mentions the connection without a response', new Api().unreachable(), UNREACHED, UNREACHED],
  ['mentions the connection after a gateway error', new ApiError(502, 'Something went wrong'), UNREACHED, UNREACHED],
])('the error message %s', (_, error, instead, after) => {
  expect(failureMessage(error, 'Failed to save')).toBe(instead);
  expect(failureWithReason(error, 'Failed to save')).toBe(after);
});

it('queryString omits unset values', () => {
  expect(queryString({ limit: 5, search: 'a&b', cursor: undefined, status: '' })).toBe('?limit=5&search=a%26b');
  expect(queryString({})).toBe('');
});
