import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import { describeApi } from '../../src/http/openapi/describe-api.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const HIDDEN = 'Zyzzyva nobody may know of';

let api: TestApi;
/** Operations that require a token, with 1 for each parameter. docs/api.md lists them too: see openapi.test.ts. */
let guarded: [method: string, path: string][];
beforeAll(async () => {
  api = await startTestApi();
  guarded = Object.entries(describeApi(api.app).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.length > 0 && security.every((way) => 'bearer' in way))
      .map<[string, string]>(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')]),
  );
  const photo = await createPhoto(api.database, { title: HIDDEN });
  await createGallery(api.database, { slug: 'closed', isActive: false, photos: [photo] });
  await createComment(api.database, photo, { content: HIDDEN });
});
afterAll(() => api.stop());

interface RawResponse {
  status: number;
  text: string;
}

/** Sends the path as it is: HTTP clients normalise it. */
function send(method: string, target: string, headers: string[] = [], body = ''): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const length = body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`];
    const head = [`${method} ${target} HTTP/1.1`, 'host: api', 'connection: close', ...length, ...headers];
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('utf8'))).on('error', reject);
    socket.once('close', () => resolve({ status: Number(text.slice(9, 12)), text }));
  });
}

/** Spellings of a path that a proxy might take for the same. */
const SPELLINGS: [string, (path: string) => string][] = [
  ['a trailing slash', (path) => `${path}/`],
  ['two trailing slashes', (path) => `${path}//`],
  ['two leading slashes', (path) => `/${path}`],
  ['a double slash', (path) => path.replace('/api/', '/api//')],
  ['capitals', (path) => path.toUpperCase()],
  ['one capital', (path) => path.replace('/api/', '/API/')],
  ['an encoded letter', (path) => path.replace('/api/', '/%61pi/')],
  ['an encoded slash', (path) => path.replace('/api/', '/api%2f')],
  ['a doubly encoded slash', (path) => path.replace('/api/', '/api%252f')],
  ['a dot segment', (path) => path.replace('/api/', '/api/./')],
  ['a parent segment', (path) => path.replace('/api/', '/api/public/../')],
  ['an encoded parent segment', (path) => path.replace('/api/', '/api/public/%2e%2e/')],
  ['a semicolon', (path) => `${path};x=1`],
  ['a semicolon and a public path', (path) => `${path};/../public/settings`],
  ['an extension', (path) => `${path}.json`],
  ['a blank', (path) => `${path}%20`],
  ['a NUL', (path) => `${path}%00`],
  ['a line feed', (path) => `${path}%0a`],
  ['a question mark', (path) => `${path}?`],
  ['an encoded question mark', (path) => `${path}%3f/public`],
  ['a hash', (path) => `${path}#/public`],
  ['a backslash', (path) => path.replace('/api/', '/api\\')],
  ['an absolute URL', (path) => `http://api${path}`],
];

/** Responses to requests without a token, one to each route, that are not refused or show hidden content. */
async function faults(routes: [method: string, path: string][], isRefusal: (status: number) => boolean) {
  const responses = await Promise.all(
    routes.map(async ([method, path]) => ({ method, path, ...(await send(method, path)) })),
  );
  return responses.filter(({ status, text }) => !isRefusal(status) || text.includes('Zyzzyva'));
}

describe('every route of the administrator', () => {
  it('requires a token', async () => {
    expect(guarded.length).toBeGreaterThan(60);
    expect(await faults(guarded, (status) => status === 401)).toEqual([]);
  });

  it.each(SPELLINGS)('returns 400, 401 or 404 with %s', async (_, write) => {
    const spelled = guarded.map<[string, string]>(([method, path]) => [method, write(path)]);

    expect(await faults(spelled, (status) => [400, 401, 404].includes(status))).toEqual([]);
  });

  it('rejects HEAD like GET', async () => {
    const readable = guarded.filter(([method]) => method === 'GET').map<[string, string]>(([, path]) => ['HEAD', path]);

    expect(await faults(readable, (status) => status === 401)).toEqual([]);
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'get', 'PATCH', 'CONNECT', 'QUERY'])(
    'rejects the method %s without a token',
    async (other) => {
      const paths = [...new Set(guarded.map(([, path]) => path))];

      // 0: the connection closes without a response.
      const isRefusal = (status: number) => status === 0 || status >= 400;
      expect(
        await faults(
          paths.map((path) => [other, path]),
          isRefusal,
        ),
      ).toEqual([]);
    },
  );
});

describe('a method', () => {
  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])('ignores the header %s', async (header) => {
    const { status } = await send('GET', '/api/photos/1', [`${header}: DELETE`]);

    expect(status).toBe(404);
    expect(Number((await api.database.query('select count(*) from photos'))[0].count)).toBe(1);
  });

  it('ignores query and body', async () => {
    expect((await send('POST', '/api/photos/1?_method=DELETE', [], '{"_method":"DELETE"}')).status).toBe(404);
    expect(Number((await api.database.query('select count(*) from photos'))[0].count)).toBe(1);
  });
});

describe('a header with another address', () => {
  it.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-prefix', 'x-custom-ip-authorization'])(
    'is ignored: %s',
    async (header) => {
      const { text } = await send('GET', '/api/public/settings', [`${header}: /api/comments`]);
      expect(text).not.toContain('Zyzzyva');
      expect((await send('GET', '/api/comments', [`${header}: /api/public/settings`])).status).toBe(401);
    },
  );

  it.each(['127.0.0.1', 'localhost', '::1'])(
    'a request with a local address in its headers is a visitor: %s',
    async (from) => {
      const headers = [
        `x-forwarded-for: ${from}`,
        `x-real-ip: ${from}`,
        `forwarded: for=${from}`,
        `x-client-ip: ${from}`,
      ];
      expect((await send('GET', '/api/comments', headers)).status).toBe(401);
    },
  );
});

it.each([
  'authorization: ',
  'authorization: Bearer',
  'authorization: Bearer ',
  'authorization: bearer a.b.c',
  'cookie: token=a.b.c',
])('an incomplete token is rejected: %s', async (header) => {
  expect((await send('GET', '/api/comments', [header])).status).toBe(401);
});
