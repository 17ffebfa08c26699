import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing/level';
import { startTestSite } from '../../test/start-test-site.ts';

const EVIL = 'evil.example';
const HEADERS = [
  'x-forwarded-host',
  'x-forwarded-scheme',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-host',
  'forwarded',
  'origin',
  'referer',
  'accept-language',
  'user-agent',
  'cookie',
  'authorization',
];
const VALUES = [EVIL, `https://${EVIL}/`, `for=1.2.3.4;host=${EVIL}`, '"><script>'];
/** Each header with each value, or with one of them in turn. */
const CASES = HEADERS.flatMap((header, index) =>
  VALUES.filter((_, at) => isFullLevel || at === index % VALUES.length).map((value) => ({ header, value })),
);
const PATHS = ['/', '/photo/1', '/galleries/', '/nowhere', '/robots.txt', '/site.webmanifest'];

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeEach(async () => {
  // Nothing is cached. A trusted gateway does not set the site's name either.
  site = await startTestSite({ TRUST_PROXY: 'loopback' });
});
afterEach(() => site.stop());

/** The cacheable parts of a response. */
async function cacheable(path: string, headers: Record<string, string> = {}) {
  const response = await site.get(path, headers);
  const headersOnly = Object.fromEntries([...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)));
  return { status: response.status, headers: headersOnly, text: await response.text() };
}

describe('the first request of a page', () => {
  it.each(CASES)('does not affect later responses by its header $header: $value', async ({ header, value }) => {
    for (const path of PATHS) {
      const first = await cacheable(path, { [header]: value });
      const second = await cacheable(path);

      expect(JSON.stringify(first)).not.toMatch(/evil\.example|"><script>/);
      expect(second).toEqual(first);
    }
  });

  it('is rendered without its credentials', async () => {
    await cacheable('/photo/2', { authorization: 'Bearer secret', cookie: 'a=b', 'x-forwarded-host': EVIL });

    const forPages = site.api.requests.filter(({ url }) => url?.startsWith('/api/photos/2'));
    expect(forPages.length).toBeGreaterThan(0);
    for (const { headers } of forPages) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(JSON.stringify(headers)).not.toContain(EVIL);
    }
  });
});

it('an unknown query parameter does not appear in the page or its address', async () => {
  for (const query of ['utm_source="><script>', 'cb=evil.example', 'callback=alert']) {
    const { status, headers, text } = await cacheable(`/photo/1?${query}`);
    expect([200, 301]).toContain(status);
    expect(`${headers.location ?? ''}${text}`).not.toMatch(/evil\.example|callback=alert|"><script>/);
  }
});

it('failures are not cached', async () => {
  for (const path of ['/%zz', '/api/nowhere', '/media/nowhere']) {
    const { status, headers } = await cacheable(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  }
});
