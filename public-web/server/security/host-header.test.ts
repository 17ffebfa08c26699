import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { Refusal } from '../../test/fake-api.ts';
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
  site = await startTestSite();
  trusting = await startTestSite({ TRUST_PROXY: 'loopback' });
});
afterAll(() => Promise.all([site.stop(), trusting.stop()]));

/** A whole request as it is written, and all that is answered. */
function ask(line: string, headers: string[], { origin } = site): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const bytes = [`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n');
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString())).on('error', () => undefined);
    socket.once('close', () => resolve(heard));
  });
}

describe('the name by which the site is called is never taken from the request', () => {
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
        const heard = await ask(`GET ${path}`, headers, one);
        expect(heard).toMatch(/^HTTP\/1\.1 \d{3} /);
        expect(heard).not.toContain(EVIL);
      }
    }
  });

  it('nor from a whole address in it', async () => {
    const heard = await ask(`GET http://${EVIL}/photo/1`, ['host: elin.example']);

    expect(heard).not.toContain(EVIL);
  });

  it('nor from a second one', async () => {
    for (const path of PATHS) {
      expect(await ask(`GET ${path}`, ['host: elin.example', `host: ${EVIL}`])).not.toContain(EVIL);
      expect(await ask(`GET ${path}`, [`host: ${EVIL}`, 'host: elin.example'])).not.toContain(EVIL);
    }
  });
});

it('a form that is sent on leads to a place on this site', async () => {
  site.api.answers['/api/comments'] = () => {
    throw new Refusal(400, 'request.invalid', 'Name is required', { errors: { author_name: 'Name is required' } });
  };
  const response = await fetch(`${site.origin}/photo/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-host': EVIL },
    body: 'author_name=&author_email=a%40b.example&content=Lovely',
    redirect: 'manual',
  });

  expect(`${response.headers.get('location')}${await response.text()}`).not.toContain(EVIL);
});
