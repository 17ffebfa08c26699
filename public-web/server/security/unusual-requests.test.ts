import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

/** Sends these bytes, and hears what comes until the other side closes. */
function say(bytes: string, origin = site.origin): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString())).on('error', () => undefined);
    socket.once('close', () => resolve(heard));
  });
}

/** A whole request, as it is written. */
const ask = (line: string, headers: string[] = ['host: elin.example']) =>
  say([`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n'));

describe('an address', () => {
  it.each([
    ['/galleries/', '/galleries'],
    ['/photo/1/?gallery=slack-water&utm_source=x', '/photo/1?gallery=slack-water'],
    ['/photo/1?gallery=' + 'x'.repeat(10_000), '/photo/1'],
    ['/photo/1?gallery=%3Cscript%3E', '/photo/1'],
    ['/photo/1?gallery=%00', '/photo/1'],
  ])('that is not the page’s own leads there: %.40s', async (path, to) => {
    const response = await site.get(path);

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(to);
    expect(await response.text()).toBe('');
  });

  it.each([
    '/Gallery/slack-water',
    '/GALLERIES',
    '//galleries',
    '/galleries//',
    '//evil.example/',
    '/photo/%00',
    '/gallery/%00',
  ])('such as %s is nobody’s, and leads nowhere', async (path) => {
    const heard = await ask(`GET ${path}`);

    expect(heard).toMatch(/^HTTP\/1\.1 404 /);
    expect(heard).not.toMatch(/^location:/im);
  });

  it('may have any query that is not the page’s concern', async () => {
    const response = await site.get(`/about?${'junk&'.repeat(2_000)}`);

    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('junk');
  });

  it('with a query that no server reads is refused in short', async () => {
    const heard = await ask(`GET /about?${'x'.repeat(100_000)}`);

    expect(heard).toMatch(/^HTTP\/1\.1 431 /);
    expect(heard.length).toBeLessThan(1_000);
  });

  it('with a byte in it that no address has is refused', async () => {
    expect(await ask('GET /photo/\0')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'that pages do not know, %s, is refused',
    async (method) => {
      const heard = await ask(`${method} /about`);

      expect(heard).toMatch(/^HTTP\/1\.1 405 /);
      expect(heard).toMatch(/^allow: GET, HEAD, POST\r$/im);
      expect(heard).toMatch(/^content-type: text\/html/im);
    },
  );

  it('for a file that is not there is told in short', async () => {
    const response = await site.get('/assets/gone.js');

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route.not-found' });
  });
});

it.each(['/about', '/api/photos/1', '/media/1/abc/320.jpeg', '/assets/entry-abc.js'])(
  'a request for %s that names two hosts is refused',
  async (path) => {
    expect(await ask(`GET ${path}`, ['host: elin.example', 'Host: evil.example'])).toMatch(/^HTTP\/1\.1 400 /);
  },
);

it('a form that arrives byte by byte is not waited for', async () => {
  const quick = await startTestSite({}, { bodies: { total: 9, perClient: 9, timeout: 200 } });
  const heard = await say(
    'POST /contact HTTP/1.1\r\nhost: elin.example\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nname=',
    quick.origin,
  );
  await quick.stop();

  expect(heard).toMatch(/^HTTP\/1\.1 408 .*content-type: text\/html/is);
});

it('a request whose head does not end is not waited for', async () => {
  const quick = await startTestSite({}, { head: 200, whole: 400, look: 20 });
  const heard = await say('GET /about HTTP/1.1\r\nhost: elin.example\r\nx-slow: ', quick.origin);
  const body = await say(
    'POST /contact HTTP/1.1\r\nhost: elin.example\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nname=',
    quick.origin,
  );
  await quick.stop();

  expect(heard).toMatch(/^HTTP\/1\.1 408 .*"code":"request\.too-slow"/s);
  expect(body).toMatch(/^HTTP\/1\.1 408 /);
});
