import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
let plain: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
  plain = await startTestSite({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => Promise.all([site.stop(), plain.stop()]));

/** What the policy of a page says, by directive. */
async function policyOf(path: string, { get } = site) {
  const policy = (await get(path)).headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
}

describe('a page', () => {
  it.each(['/', '/photo/1', '/nowhere', '/%zz'])('may do what it has to, and nothing else: %s', async (path) => {
    expect(await policyOf(path)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'upgrade-insecure-requests': '',
    });
    const { headers } = await site.get(path);
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*clipboard-write=\(self\)/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('asks for no encryption where the site has none', async () => {
    expect(await policyOf('/', plain)).not.toHaveProperty('upgrade-insecure-requests');
    expect((await plain.get('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

it.each([
  ['a page', '/about'],
  ['a page that is not there', '/nowhere'],
  ['a failure', '/%zz'],
  ['a way elsewhere', '/gallery'],
  ['a file', '/assets/entry-abc.js'],
  ['a file that is not there', '/assets/gone.js'],
  ['the back office', '/admin'],
  ['what the API answers', '/api/public/settings'],
])('%s is what it says it is, and comes encrypted where the site does', async (_, path) => {
  const { headers } = await site.get(path);

  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});
