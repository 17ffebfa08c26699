import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
let plain: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
  plain = await startTestSite({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => Promise.all([site.stop(), plain.stop()]));

/** Content security policy of a page by directive. */
async function policyOf(path: string, { get } = site) {
  const policy = (await get(path)).headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
}

describe('a page', () => {
  it.each(['/', '/photo/1', '/nowhere', '/%zz'])('has a minimal content security policy: %s', async (path) => {
    expect(await policyOf(path)).toEqual({
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
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
    expect(headers.get('permissions-policy')).toMatch(
      /camera=\(\).*clipboard-write=\(self\), screen-wake-lock=\(self\)/,
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('has no HTTPS headers on a site without HTTPS', async () => {
    expect(await policyOf('/', plain)).not.toHaveProperty('upgrade-insecure-requests');
    expect((await plain.get('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

it.each([
  ['a page', '/about'],
  ['a missing page', '/nowhere'],
  ['a failure', '/%zz'],
  ['a redirect', '/gallery'],
  ['a missing file', '/assets/gone.js'],
  ['the back office', '/admin'],
  ['a response of the API', '/api/public/settings'],
])('%s has the common security headers', async (_, path) => {
  const { headers } = await site.get(path);

  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

it('a hashed file leaves the referrer policy to the browser', async () => {
  const { headers } = await site.get('/assets/entry-abc.js');

  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBeNull();
});
