import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { startTestSite } from '../../test/start-test-site.ts';

const EVIL = 'evil.example';
const PATHS = [
  '/',
  '/photo/1',
  '/galleries/',
  '/gallery',
  '/feed',
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/admin',
  '/nowhere',
  '/%zz',
];

let site: Awaited<ReturnType<typeof startTestSite>>;
let trusting: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  // Each response is rendered for its request.
  site = await startTestSite({ PAGE_CACHE: 'false' });
  trusting = await startTestSite({ PAGE_CACHE: 'false', TRUST_PROXY: 'loopback' });
});
afterAll(() => Promise.all([site.stop(), trusting.stop()]));

/** Sends a raw request and returns the raw response. */
function sendRaw(line: string, headers: string[], { origin } = site): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const bytes = [`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n');
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
    socket.once('close', () => resolve(received));
  });
}

describe('the site’s origin ignores the request', () => {
  it.each([
    ['another host', [`host: ${EVIL}`]],
    ['a host with a port', [`host: elin.example:80@${EVIL}`]],
    ['a host with a path', [`host: ${EVIL}/elin.example`]],
    ['x-forwarded-host', ['host: elin.example', `x-forwarded-host: ${EVIL}`, 'x-forwarded-proto: ftp']],
    ['forwarded', ['host: elin.example', `forwarded: host=${EVIL}`]],
    ['x-host', ['host: elin.example', `x-host: ${EVIL}`, `x-forwarded-server: ${EVIL}`]],
  ])('%s', async (_, headers) => {
    for (const path of PATHS) {
      for (const one of [site, trusting]) {
        const received = await sendRaw(`GET ${path}`, headers, one);
        expect(received).toMatch(/^HTTP\/1\.1 \d{3} /);
        expect(received).not.toContain(EVIL);
      }
    }
  });

  it('with an absolute URL', async () => {
    const received = await sendRaw(`GET http://${EVIL}/photo/1`, ['host: elin.example']);

    expect(received).not.toContain(EVIL);
  });

  it('with two Host headers', async () => {
    for (const path of PATHS) {
      expect(await sendRaw(`GET ${path}`, ['host: elin.example', `host: ${EVIL}`])).not.toContain(EVIL);
      expect(await sendRaw(`GET ${path}`, [`host: ${EVIL}`, 'host: elin.example'])).not.toContain(EVIL);
    }
  });
});

it('a form redirects within this site', async () => {
  for (const { api, origin } of [site, trusting]) {
    api.responses['/api/comments'] = () => ({});
    const { status, headers } = await fetch(`${origin}/photo/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-host': EVIL },
      body: 'author_name=Ann&author_email=a%40b.example&content=Lovely',
      redirect: 'manual',
    });

    expect([status, headers.get('location')]).toEqual([303, '/photo/1?sent=comment#comment-form']);
  }
});
