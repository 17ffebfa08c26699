import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { Refusal } from '../../test/fake-api.ts';
import { aPhoto, someSettings } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';
import { render } from '../../src/entry-server.tsx';
import { readJson } from './read-json.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeEach(async () => {
  // A fixed clock: no page becomes stale on a busy machine.
  jest.spyOn(performance, 'now').mockReturnValue(0);
  site = await startTestSite();
});
afterEach(async () => {
  await site.stop();
  jest.restoreAllMocks();
});

/** Sends a request without the default headers and the decoding of `fetch`. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(site.origin + path, { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    },
  );
}

/** Number of requests to the API for a URL. */
const countRequests = (url: string) => site.api.requests.filter((request) => request.url === url).length;

describe('a cached page', () => {
  it('is rendered once, whatever headers or unknown query parameters requests have', async () => {
    const responses = await Promise.all(
      ['', '?utm_source=x', '?a=1&gallery=x', '?'].flatMap((query) =>
        [1, 2].map((visitor) =>
          send(`/about${query}`, {
            host: `evil-${visitor}.example`,
            'x-forwarded-host': 'evil.example',
            cookie: 'a=b',
          }),
        ),
      ),
    );

    expect(new Set(responses.map(({ body }) => String(body))).size).toBe(1);
    expect(String(responses[0]?.body)).not.toContain('evil');
    expect(String(responses[0]?.body)).toContain('<link rel="canonical" href="https://elin.example/about"/>');
    expect(countRequests('/api/public/settings')).toBe(1);
  });

  it('is a separate page for each query parameter that the page reads', async () => {
    const alone = await send('/photo/2');
    const inGallery = await send('/photo/2?utm_source=x&gallery=slack-water');

    expect(String(alone.body)).not.toContain('2 of 3');
    expect(String(inGallery.body)).toMatch(/2(<!-- -->)? of (<!-- -->)?3/);
    expect((await send('/photo/2?gallery=slack-water')).headers.etag).toBe(inGallery.headers.etag);
  });

  it.each([
    ['br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, (body: Buffer) => body],
  ])('is sent as %s to clients that accept it, with its length and its own ETag', async (encoding, decoded) => {
    const response = await send('/', encoding ? { 'accept-encoding': encoding } : {});
    const plain = await send('/');

    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers).toMatchObject({ 'content-length': String(response.body.length), vary: 'accept-encoding' });
    expect(decoded(response.body)).toEqual(plain.body);
    expect(response.headers.etag).toMatch(/^"[\w.-]+"$/);
    expect(response.headers.etag === plain.headers.etag).toBe(encoding === undefined);
  });

  it('is not sent again to a browser that has a copy', async () => {
    const first = await send('/', { 'accept-encoding': 'br' });
    const tag = String(first.headers.etag);

    for (const known of [tag, `"other", W/${tag}`]) {
      const again = await send('/', { 'accept-encoding': 'br', 'if-none-match': known });
      expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
      expect(again.headers).toMatchObject({ etag: tag, vary: 'accept-encoding' });
      expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    }
    expect((await send('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await send('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('has the same headers for HEAD', async () => {
    const get = await send('/', { 'accept-encoding': 'br' });
    const head = await send('/', { 'accept-encoding': 'br' }, 'HEAD');
    const comparable = ({ date, ...others }: Record<string, unknown>) => ({ others, isDated: Boolean(date) });

    expect(head.body).toHaveLength(0);
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
  });

  it('is cached for a second by gateways, and revalidated by browsers', async () => {
    expect((await send('/')).headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate');
  });
});

describe('an address that is not derived from site content', () => {
  it.each([
    ['/photo/1?sent=anything', '/photo/1'],
    ['/photo/1?sent=message', '/photo/1'],
    ['/photo/1?gallery=Slack_Water', '/photo/1'],
    ['/photo/1?gallery=slack-water&comments=a.b', '/photo/1?gallery=slack-water'],
    [`/photo/1?comments=${'a'.repeat(65)}`, '/photo/1'],
    ['/contact?photo=abc', '/contact'],
    ['/contact?photo=007', '/contact'],
    ['/contact?sent=comment&photo=2', '/contact?photo=2'],
    ['/galleries?from=a~b', '/galleries'],
    ['/gallery/slack-water?from=', '/gallery/slack-water'],
  ])('redirects to the page without unknown parameters: %s', async (address, canonical) => {
    const { status, headers } = await send(address);

    expect([status, headers['location']]).toEqual([301, canonical]);
  });

  it('has one form for each photo', async () => {
    expect((await send('/photo/1')).status).toBe(200);
    expect((await send('/photo/0001')).status).toBe(404);
  });

  it.each([
    ['/photo/1', false],
    ['/photo/1?gallery=slack-water', false],
    ['/photo/1?gallery=none', true],
    ['/photo/1?sent=comment', true],
    ['/photo/1?comments=abc', true],
    ['/contact?photo=2', false],
    ['/contact?photo=404', true],
    ['/gallery/slack-water?from=abc', true],
    ['/', false],
  ])("is unbounded unless it follows from the site's content: %s", async (address, isUnbounded) => {
    const photos = { gallery: {}, photos: [], total: 0, next_cursor: null };
    site.api.responses['/api/comments/photo/1?limit=20&cursor=abc'] = () => ({ ...photos, comments: [] });
    const page = await render({
      address,
      origin: 'https://elin.example',
      apiOrigin: site.api.origin,
      readJson,
      assets: { loader: '', script: '', views: {}, styles: [], fonts: [] },
      report: () => undefined,
    });

    expect('status' in page && page.isUnbounded).toBe(isUnbounded);
  });
});

describe('a change on the site', () => {
  const broken = () => {
    throw new Refusal(404, 'gallery.not-found', 'Gallery not found');
  };

  it('through this server shows at the next load', async () => {
    expect((await send('/gallery/slack-water')).status).toBe(200);
    site.api.responses['/api/galleries/1'] = () => {
      for (const url of Object.keys(site.api.responses)) {
        if (url.startsWith('/api/galleries/slack-water')) site.api.responses[url] = broken;
      }
      return { message: 'Saved' };
    };

    expect((await send('/api/galleries/1', {}, 'PUT')).status).toBe(200);
    expect((await send('/gallery/slack-water')).status).toBe(404);
  });

  it('clears no page when it is refused or only reads', async () => {
    await send('/about');
    await send('/api/galleries/9', {}, 'DELETE');
    await send('/api/public/settings');
    await send('/about');

    expect(countRequests('/api/public/settings')).toBe(2);
  });

  it.each([
    ['POST', '/api/logs/frontend'],
    ['POST', '/api/comments'],
    ['POST', '/api/Comments/'],
    ['POST', '/api/photos/%2e%2e/comments'],
    ['POST', '/api/contact'],
    ['POST', '/api/auth/login'],
    ['POST', '/api/galleries/slack-water/unlock'],
  ])("is none of a visitor's requests: %s %s", async (method, path) => {
    await send('/about');
    site.api.responses[path] = site.api.responses['/api/comments'] = () => ({ message: 'Thanks' });
    await send(path, {}, method);
    await send('/about');

    expect(countRequests('/api/public/settings')).toBe(1);
  });

  it.each([
    ['POST', '/api/photos/upload'],
    ['PUT', '/api/photos/1'],
    ['DELETE', '/api/galleries/1'],
    ['POST', '/api/galleries'],
    ['PUT', '/api/comments/3/approve'],
    ['DELETE', '/api/comments/3'],
    ['POST', '/api/comments/batch/delete'],
    ['POST', '/api/news'],
    ['PUT', '/api/admin/settings/website'],
    ['DELETE', '/api/admin/settings/background-image'],
  ])('clears pages when the administrator sends %s %s', async (method, path) => {
    await send('/about');
    site.api.responses[path] = () => ({ message: 'Done' });
    await send(path, {}, method);
    await send('/about');

    expect(countRequests('/api/public/settings')).toBe(2);
  });

  it('renders only the pages again whose data it changed', async () => {
    const unchanged: boolean[] = [];
    await site.stop();
    site = await startTestSite({}, undefined, undefined, {
      render: async (request) => {
        const page = await render(request);
        unchanged.push('isUnchanged' in page);
        return page;
      },
    });
    const pages = ['/about', '/photo/1', '/photo/2', '/nowhere'];
    const open = async () => {
      const bodies: string[] = [];
      for (const path of pages) bodies.push(String((await send(path)).body));
      return bodies;
    };
    const before = await open();
    site.api.responses['/api/photos/1'] = ({ method }) =>
      method === 'PUT' ? { message: 'Saved' } : { photo: aPhoto({ id: 1, title: 'Renamed' }) };

    await send('/api/photos/1', {}, 'PUT');
    const after = await open();

    expect(unchanged).toEqual([...pages.map(() => false), true, false, true, true]);
    expect(pages.filter((_, index) => before[index] !== after[index])).toEqual(['/photo/1']);
    expect(after[1]).toContain('Renamed');
  });

  it('outdates a page that is being rendered', async () => {
    let isDark = false;
    let resolveFirst: () => void = () => undefined;
    let requestedFirst: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => (requestedFirst = resolve));
    const isResolved = new Promise<void>((resolve) => (resolveFirst = resolve));
    site.api.responses['/api/public/settings'] = async () => {
      const settings = someSettings({ theme: isDark ? 'dark' : 'light' });
      requestedFirst();
      if (!isDark) await isResolved;
      return settings;
    };
    site.api.responses['/api/admin/settings/website'] = () => {
      isDark = true;
      return { message: 'Saved' };
    };

    const slow = send('/about');
    await isRequested;
    await send('/api/admin/settings/website', {}, 'PUT');
    expect(String((await send('/about')).body)).toContain('data-theme="dark"');
    resolveFirst();
    expect(String((await slow).body)).not.toContain('data-theme');
    expect(String((await send('/about')).body)).toContain('data-theme="dark"');
  });
});

describe('the theme of the site, once read,', () => {
  const unavailable = () => {
    throw new Refusal(503, 'service.unavailable', 'The site is busy right now.');
  };

  beforeEach(async () => {
    site.api.responses['/api/public/settings'] = () => someSettings({ theme: 'dark' });
    await send('/about');
    site.api.responses['/api/public/settings'] = unavailable;
  });

  it('stays while the API is unavailable, without an error on the page', async () => {
    const page = await send('/imprint');

    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('<html lang="en" data-theme="dark">');
    expect(String(page.body)).toContain('Elin Marsh');
    expect(String(page.body)).not.toContain('"status":"error"');
  });

  it('applies to the failure page', async () => {
    site.api.responses['/api/photos/67'] = () => ({ photo: { id: 67, title: 'Broken' } });
    for (const [path, status] of [
      ['/photo/67', 500],
      ['/%zz', 400],
    ] as const) {
      const page = await send(path);

      expect(page.status).toBe(status);
      expect(String(page.body)).toMatch(/Oops!.*Something went wrong/s);
      expect(String(page.body)).toContain('<html lang="en" data-theme="dark">');
      expect(String(page.body)).toContain('Elin Marsh');
      expect(String(page.body)).toMatch(/<a[^>]*href=""[^>]*>Try Again<\/a>/);
      expect(String(page.body)).toContain('href="/assets/entry-abc.css"');
      expect(String(page.body)).not.toContain('<script');
      expect(page.headers['cache-control']).toBe('no-store');
    }
  });
});
