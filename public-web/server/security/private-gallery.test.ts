import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_COOKIE } from '@portfolio/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, readJson } from '../../test/fake-api.ts';
import { aGallery, aPhoto } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const COOKIE = `${ACCESS_COOKIE}=1.1.signature`;
const PATH = '/gallery/drafts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
  const isGuest = ({ headers }: IncomingMessage) => headers.cookie === COOKIE;
  const forGuests = (content: unknown) => (request: IncomingMessage) => {
    if (isGuest(request)) return content;
    throw new Refusal(404, 'gallery.not-found', 'Not found');
  };
  const gallery = { ...aGallery({ slug: 'drafts', title: 'Drafts', visibility: 'private' }), photoCount: 1 };
  const photo = aPhoto({ id: 7, title: 'Fog', visibility: 'unlisted' });
  Object.assign(site.api.responses, {
    '/api/galleries/drafts?limit=60': forGuests({ gallery, photos: [photo] }),
    '/api/galleries/drafts/lock': () => ({ title: 'Drafts <b>' }),
    '/api/photos/7': forGuests({ photo }),
    '/api/previews/open': async (request: IncomingMessage, response: ServerResponse) => {
      if ((await readJson(request)).token !== 'right') throw new Refusal(404, 'preview.not-found', 'Not found');
      response.setHeader('set-cookie', `${COOKIE}; HttpOnly`);
      return { slug: 'drafts' };
    },
    '/api/galleries/drafts/unlock': async (request: IncomingMessage, response: ServerResponse) => {
      const { password } = await readJson(request);
      if (password === 'many')
        throw new Refusal(429, 'gallery.too-many', 'Too many', { headers: { 'retry-after': '60' } });
      if (password !== 'slack tide') {
        throw new Refusal(403, 'gallery.wrong-password', 'No', { errors: { password: 'The password is not right' } });
      }
      response.setHeader('set-cookie', `${COOKIE}; HttpOnly`);
      return { message: 'The gallery is open' };
    },
  });
});
afterAll(() => site.stop());

const enter = (password: string, cookie = 'a=b') =>
  fetch(site.origin + PATH, {
    method: 'POST',
    body: new URLSearchParams({ password }),
    headers: { cookie },
    redirect: 'manual',
  });

describe('a preview link', () => {
  it('opens its gallery, with the cookie of the API', async () => {
    const response = await site.get('/preview?token=right&next=https://evil.example', { cookie: 'a=b' });

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(PATH);
    expect(response.headers.get('set-cookie')).toBe(`${COOKIE}; HttpOnly`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('names the browser to the API, other than for HEAD and prefetches', async () => {
    site.api.requests.length = 0;
    const headers = { 'user-agent': 'Firefox' };
    const open = (init: RequestInit) =>
      fetch(`${site.origin}/preview?token=right`, { redirect: 'manual', headers, ...init });

    const others = [{ method: 'HEAD' }, { headers: { ...headers, 'sec-purpose': 'prefetch' } }];
    for (const init of [{}, ...others]) expect((await open(init)).status).toBe(303);

    expect(site.api.requests.map((request) => request.headers['user-agent'])).toEqual(['Firefox', '', '']);
  });

  it('renders no page beside its redirect', async () => {
    site.api.requests.length = 0;
    await site.get('/preview?token=right');
    await wait(100);

    expect(site.api.requests.map(({ url }) => url)).toEqual(['/api/previews/open']);
  });

  it.each(['?token=wrong', ''])('without a gallery is not found: %s', async (query) => {
    const response = await site.get(`/preview${query}`);

    expect(response.status).toBe(404);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).not.toContain('wrong');
  });
});

describe('a private gallery', () => {
  it('asks for its password, and says nothing but its title', async () => {
    const response = await site.get(PATH);
    const html = await response.text();

    expect(response.status).toBe(403);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('Drafts &lt;b&gt;</h1>');
    expect(html).toMatch(/<form [^>]*method="post">.*<input type="password"[^>]* name="password"/s);
    expect(html).not.toContain('Fog');
    expect((await site.get('/gallery/nowhere')).status).toBe(404);
  });

  it('is unavailable, and not missing, while its title cannot be loaded', async () => {
    site.api.responses['/api/galleries/later/lock'] = () => {
      throw new Refusal(500, 'server.failed', 'No');
    };
    expect((await site.get('/gallery/later')).status).toBe(503);
  });

  it('opens by its form, with the cookie of the API and without JavaScript', async () => {
    const response = await enter('slack tide', `a=b; ${COOKIE}`);

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(PATH);
    expect(response.headers.get('set-cookie')).toBe(`${COOKIE}; HttpOnly`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(site.api.requests.findLast(({ url }) => url?.endsWith('/unlock'))?.headers.cookie).toBe(COOKIE);
  });

  it.each([
    ['wrong', 403, 'The password is not right', 'input'],
    ['many', 429, 'Too many You can try again in a minute.', 'p'],
  ])('returns the form for a password that is %s, never the password', async (password, status, message, focused) => {
    const response = await enter(password);
    const html = await response.text();

    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(html).toContain(message);
    expect(Array.from(html.matchAll(/<(\w+)[^>]* autofocus=""/g), ([, tag]) => tag)).toEqual([focused]);
    expect(html).not.toMatch(new RegExp(`value="${password}"|"${password}"`));
  });

  it.each([
    [PATH, 'Fog'],
    ['/photo/7?gallery=drafts', 'Fog'],
  ])('is shown with the cookie at %s, and cached for nobody', async (path, title) => {
    const before = await site.get(path);
    const response = await site.get(path, { cookie: `a=b; ${COOKIE}`, 'if-none-match': before.headers.get('etag')! });
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(html).toContain(title);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).not.toContain('application/ld+json');
    expect((await site.get(path)).status).toBe(before.status);
  });

  it('leaves the cache of other pages to its guests', async () => {
    const tag = (await site.get('/galleries')).headers.get('etag');

    const response = await site.get('/galleries', { cookie: COOKIE });

    expect(response.headers.get('etag')).toBe(tag);
    expect(response.headers.get('cache-control')).toContain('public');
  });
});
