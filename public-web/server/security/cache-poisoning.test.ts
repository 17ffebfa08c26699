import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
const CASES = HEADERS.map((header, index) => ({
  header,
  values: isFullLevel ? VALUES : [VALUES[index % VALUES.length] as string],
}));
const PATHS = ['/', '/photo/1', '/galleries/', '/nowhere', '/robots.txt', '/site.webmanifest'];

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  // Also whom it believes is not asked under which name visitors know the site.
  site = await startTestSite({ TRUST_PROXY: 'loopback' });
});
afterAll(() => site.stop());

/** What a cache would keep, this server's own or a gateway's. */
async function kept(path: string, headers: Record<string, string> = {}) {
  const response = await site.get(path, headers);
  const lasting = Object.fromEntries([...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)));
  return { status: response.status, headers: lasting, text: await response.text() };
}

describe('whoever asks first with a header of his own', () => {
  it.each(CASES)('leaves nothing of it to those who ask after him: $header', async ({ header, values }) => {
    for (const [index, value] of values.entries()) {
      for (const path of PATHS) {
        // An address that nobody has asked for yet, where the page is not the same for all.
        const fresh = path === '/nowhere' ? `${path}-${header}-${index}` : path;
        const first = await kept(fresh, { [header]: value });
        const second = await kept(fresh);

        expect(JSON.stringify(first)).not.toMatch(/evil\.example|"><script>/);
        expect(second).toEqual(first);
      }
    }
  });

  it('does not have the API asked in his name for what is then everybody’s', async () => {
    await kept('/photo/2', { authorization: 'Bearer secret', cookie: 'a=b', 'x-forwarded-host': EVIL });

    const forPages = site.api.asked.filter(({ url }) => url?.startsWith('/api/photos/2'));
    expect(forPages.length).toBeGreaterThan(0);
    for (const { headers } of forPages) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(JSON.stringify(headers)).not.toContain(EVIL);
    }
  });
});

it('a query that the page does not read is no page of its own, and stands in none', async () => {
  for (const query of ['utm_source="><script>', 'cb=evil.example', 'callback=alert']) {
    const { status, headers, text } = await kept(`/photo/1?${query}`);
    expect([200, 301]).toContain(status);
    expect(`${headers.location ?? ''}${text}`).not.toMatch(/evil\.example|callback=alert|"><script>/);
  }
});

it('a failure is kept by nobody', async () => {
  for (const path of ['/%zz', '/api/nowhere', '/media/nowhere']) {
    const { status, headers } = await kept(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  }
});
