import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Api, ApiError, failureMessage, failureWithReason, queryString } from '../src/http.ts';
import { getVersioned, putVersioned } from '../src/versions.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** An API that answers every request in the same way. */
async function anApi(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
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
    let seen: unknown;
    const origin = await anApi((request, response) => {
      seen = [request.method, request.url, request.headers.authorization, request.headers['content-type']];
      json(200, { gallery: { id: 7 } })(request, response);
    });

    const answer = await new Api({ origin, token: () => 'secret' }).post('/galleries', { title: 'A' });

    expect(answer).toEqual({ gallery: { id: 7 } });
    expect(seen).toEqual(['POST', '/api/galleries', 'Bearer secret', 'application/json']);
  });

  it('turns a failed answer into an error with its message, code and fields', async () => {
    const errors = { title: 'Title is required' };
    const origin = await anApi(
      json(400, { statusCode: 400, message: 'Title is required', code: 'request.invalid', errors }),
    );

    await expect(new Api({ origin }).post('/galleries', {})).rejects.toMatchObject({
      status: 400,
      message: 'Title is required',
      code: 'request.invalid',
      errors,
    });
  });

  it('names the version that a change was made from, and reads the next one, or what is there instead', async () => {
    const seen: unknown[] = [];
    const origin = await anApi((request, response) => {
      seen.push(request.headers['if-match']);
      response.setHeader('etag', request.headers['if-match'] === '"1"' ? '"2"' : 'W/"1"');
      if (request.headers['if-match'] === '"1"' || request.method === 'GET') json(200, { id: 7 })(request, response);
      else json(412, { statusCode: 412, code: 'request.outdated', current: { id: 8 } })(request, response);
    });
    const api = new Api({ origin });

    // As a gateway tells it that has compressed the answer.
    expect(await getVersioned(api, '/news/7')).toEqual({ value: { id: 7 }, etag: '"1"' });
    expect(await putVersioned(api, '/news/7', {}, '"1"')).toEqual({ value: { id: 7 }, etag: '"2"' });
    await expect(putVersioned(api, '/news/7', {}, '"0"')).rejects.toMatchObject({
      status: 412,
      current: { value: { id: 8 }, etag: '"1"' },
    });
    expect(seen).toEqual([undefined, '"1"', '"0"']);
  });

  it.each<[string, RequestListener]>([
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    ],
    ['does not end in time', (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('{')],
    ['is no JSON', (_, response) => response.end('<title>Welcome to our network</title>')],
  ])('takes an answer that %s for none', async (_, answer) => {
    const origin = await anApi(answer);

    await expect(new Api({ origin, timeout: 200 }).get('/photos')).rejects.toMatchObject({ status: 0 });
  });

  it('tells of a 401, but not of a failed sign-in', async () => {
    const told: string[] = [];
    const attempt = async (code: string) => {
      const origin = await anApi(json(401, { statusCode: 401, message: 'No', code }));
      await new Api({ origin, onUnauthorized: () => told.push(code) }).get('/auth/me').catch(() => undefined);
    };

    await attempt('auth.wrong-credentials');
    await attempt('auth.required');

    expect(told).toEqual(['auth.required']);
  });

  it('says nothing of a 401 to a token that has been replaced meanwhile', async () => {
    let token = 'old';
    let ended = 0;
    const origin = await anApi((request, response) => {
      token = 'new';
      json(401, { statusCode: 401, message: 'Please sign in', code: 'auth.required' })(request, response);
    });
    const api = new Api({ origin, token: () => token, onUnauthorized: () => (ended += 1) });

    await expect(api.get('/galleries')).rejects.toMatchObject({ status: 401 });
    expect(ended).toBe(0);
    await expect(api.get('/galleries')).rejects.toMatchObject({ status: 401 });
    expect(ended).toBe(1);
  });

  it.each([
    ['nobody listens', async () => 'http://127.0.0.1:1'],
    ['no answer comes in time', () => anApi(() => undefined)],
  ])('says that the site cannot be reached when %s', async (_, site) => {
    const api = new Api({ origin: await site(), timeout: 200 });

    await expect(api.get('/galleries')).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it('makes something readable of an answer that is no JSON', async () => {
    const origin = await anApi((_request, response) => void response.writeHead(502).end('<html>Bad Gateway</html>'));

    await expect(new Api({ origin }).get('/galleries')).rejects.toMatchObject({
      status: 502,
      message: 'Something went wrong',
    });
  });
});

const UNREACHED = 'Failed to save. The site cannot be reached right now. Please try again.';

it.each([
  [
    'its own sentence where it gave one',
    new ApiError(409, 'Taken', 'gallery.slug-taken'),
    'Taken',
    'Failed to save. Taken',
  ],
  ['nothing else where it said nothing', new ApiError(500, 'Something went wrong'), 'Failed to save', 'Failed to save'],
  ['that nothing answered', new Api().unreachable(), UNREACHED, UNREACHED],
  ['that a gateway did not reach it', new ApiError(502, 'Something went wrong'), UNREACHED, UNREACHED],
])('a failure of the API says %s', (_, error, instead, after) => {
  expect(failureMessage(error, 'Failed to save')).toBe(instead);
  expect(failureWithReason(error, 'Failed to save')).toBe(after);
});

it('queryString leaves out what is not set', () => {
  expect(queryString({ limit: 5, search: 'a&b', cursor: undefined, status: '' })).toBe('?limit=5&search=a%26b');
  expect(queryString({})).toBe('');
});
