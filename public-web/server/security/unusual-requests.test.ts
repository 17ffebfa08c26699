import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

/** Sends bytes and returns all that the server sends until it closes the connection. */
function sendBytes(bytes: string, origin = site.origin): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
    socket.once('close', () => resolve(received));
  });
}

/** Sends a raw request. */
const sendRaw = (line: string, headers: string[] = ['host: elin.example']) =>
  sendBytes([`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n'));

describe('an address', () => {
  it.each([
    ['/galleries/', '/galleries'],
    ['/GALLERIES', '/galleries'],
    ['/Gallery/Slack-Water', '/gallery/slack-water'],
    ['/photo/1/?gallery=slack-water&utm_source=x', '/photo/1?gallery=slack-water'],
    ['/photo/1?gallery=' + 'x'.repeat(10_000), '/photo/1'],
    ['/photo/1?gallery=%3Cscript%3E', '/photo/1'],
    ['/photo/1?gallery=%00', '/photo/1'],
  ])('that is not canonical redirects: %.40s', async (path, to) => {
    const response = await site.get(path);

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(to);
    expect(await response.text()).toBe('');
  });

  it.each(['/Nowhere', '//galleries', '/galleries//', '//evil.example/', '/photo/%00', '/gallery/%00'])(
    'such as %s gets 404 without a redirect',
    async (path) => {
      const received = await sendRaw(`GET ${path}`);

      expect(received).toMatch(/^HTTP\/1\.1 404 /);
      expect(received).not.toMatch(/^location:/im);
    },
  );

  it('may have any unknown query', async () => {
    const response = await site.get(`/about?${'junk&'.repeat(2_000)}`);

    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('junk');
  });

  it('with a huge query is refused with 431', async () => {
    const received = await sendRaw(`GET /about?${'x'.repeat(100_000)}`);

    expect(received).toMatch(/^HTTP\/1\.1 431 /);
    expect(received.length).toBeLessThan(1_000);
  });

  it('with a huge query is refused without a body after HEAD', async () => {
    expect(await sendRaw(`HEAD /about?${'x'.repeat(100_000)}`)).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
  });

  it('with a NUL byte is refused with 400', async () => {
    expect(await sendRaw('GET /photo/\0')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'that pages do not support, %s, is refused with 405',
    async (method) => {
      const received = await sendRaw(`${method} /about`);

      expect(received).toMatch(/^HTTP\/1\.1 405 /);
      expect(received).toMatch(/^allow: GET, HEAD, POST\r$/im);
      expect(received).toMatch(/^content-type: text\/html/im);
    },
  );

  it('on a missing file gets a JSON error', async () => {
    const response = await site.get('/assets/gone.js');

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route.not-found' });
  });
});

it.each(['/about', '/api/photos/1', '/media/1/abc/320.jpeg', '/assets/entry-abc.js'])(
  'a request for %s with two Host headers is refused with 400',
  async (path) => {
    expect(await sendRaw(`GET ${path}`, ['host: elin.example', 'Host: evil.example'])).toMatch(/^HTTP\/1\.1 400 /);
  },
);

it('a slow form times out with 408', async () => {
  const quick = await startTestSite({}, { bodies: { total: 9, perClient: 9, timeout: 200 } });
  const received = await sendBytes(
    'POST /contact HTTP/1.1\r\nhost: elin.example\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nname=',
    quick.origin,
  );
  await quick.stop();

  expect(received).toMatch(/^HTTP\/1\.1 408 .*content-type: text\/html/is);
});

it('a slow request head times out with 408, an unused connection without a response', async () => {
  const quick = await startTestSite({}, { head: 200, whole: 400, checkInterval: 20 });
  const received = await sendBytes('GET /about HTTP/1.1\r\nhost: elin.example\r\nx-slow: ', quick.origin);
  const body = await sendBytes(
    'POST /contact HTTP/1.1\r\nhost: elin.example\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nname=',
    quick.origin,
  );
  const unused = await sendBytes('', quick.origin);
  await quick.stop();

  expect(unused).toBe('');
  expect(received).toMatch(/^HTTP\/1\.1 408 .*"code":"request\.too-slow"/s);
  expect(body).toMatch(/^HTTP\/1\.1 408 /);
});
