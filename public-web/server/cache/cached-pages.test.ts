import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { Refusal } from '../../test/fake-api.ts';
import { someSettings } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';
import { render } from '../../src/entry-server.tsx';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeEach(async () => {
  // Nothing grows old, however busy the machine is.
  jest.spyOn(performance, 'now').mockReturnValue(0);
  site = await startTestSite();
});
afterEach(async () => {
  await site.stop();
  jest.restoreAllMocks();
});

/** Asks without the decoding and the headers of `fetch`. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(site.origin + path, { headers, method }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
        });
      })
        .on('error', reject)
        .end();
    },
  );
}

/** How often the API was asked for something. */
const timesAsked = (url: string) => site.api.asked.filter((asked) => asked.url === url).length;

describe('a page that is kept', () => {
  it('is rendered once for a crowd, whatever else they write into its address or their headers', async () => {
    const asked = await Promise.all(
      ['', '?utm_source=x', '?a=1&gallery=x', '?'].flatMap((query) =>
        [1, 2].map((visitor) =>
          ask(`/about${query}`, { host: `evil-${visitor}.example`, 'x-forwarded-host': 'evil.example', cookie: 'a=b' }),
        ),
      ),
    );

    expect(new Set(asked.map(({ body }) => String(body))).size).toBe(1);
    expect(String(asked[0]?.body)).not.toContain('evil');
    expect(String(asked[0]?.body)).toContain('<link rel="canonical" href="https://elin.example/about"/>');
    expect(timesAsked('/api/public/settings')).toBe(1);
  });

  it('is another one by what it reads from its address', async () => {
    const alone = await ask('/photo/2');
    const inGallery = await ask('/photo/2?utm_source=x&gallery=slack-water');

    expect(String(alone.body)).not.toContain('2 of 3');
    expect(String(inGallery.body)).toMatch(/2(<!-- -->)? of (<!-- -->)?3/);
    expect((await ask('/photo/2?gallery=slack-water')).headers.etag).toBe(inGallery.headers.etag);
  });

  it.each([
    ['br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, (body: Buffer) => body],
  ])('is sent as %s to whoever takes that, with its length and a tag of its own', async (encoding, decoded) => {
    const answer = await ask('/', encoding ? { 'accept-encoding': encoding } : {});
    const plain = await ask('/');

    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({ 'content-length': String(answer.body.length), vary: 'accept-encoding' });
    expect(decoded(answer.body)).toEqual(plain.body);
    expect(answer.headers.etag).toMatch(/^"[\w.-]+"$/);
    expect(answer.headers.etag === plain.headers.etag).toBe(encoding === undefined);
  });

  it('is not sent again to a browser that has it', async () => {
    const first = await ask('/', { 'accept-encoding': 'br' });
    const tag = String(first.headers.etag);

    for (const known of [tag, `"other", W/${tag}`]) {
      const again = await ask('/', { 'accept-encoding': 'br', 'if-none-match': known });
      expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
      expect(again.headers).toMatchObject({ etag: tag, vary: 'accept-encoding' });
      expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    }
    expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('has a head that says all but the page', async () => {
    const get = await ask('/', { 'accept-encoding': 'br' });
    const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD');
    const lasting = ({ date, ...others }: Record<string, unknown>) => ({ others, isDated: Boolean(date) });

    expect(head.body).toHaveLength(0);
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
  });

  it('may be kept by a gateway for a second, and by a browser only to ask whether it still holds', async () => {
    expect((await ask('/')).headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate');
  });
});

describe('an address that anybody can think of', () => {
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
  ])('leads to the page without what no address of the site says: %s', async (address, canonical) => {
    const { status, headers } = await ask(address);

    expect([status, headers['location']]).toEqual([301, canonical]);
  });

  it('names a photo in one way only', async () => {
    expect((await ask('/photo/1')).status).toBe(200);
    expect((await ask('/photo/0001')).status).toBe(404);
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
  ])('is odd where it is not one of those that the site has by its content: %s', async (address, isUnbounded) => {
    const photos = { gallery: {}, photos: [], total: 0, next_cursor: null };
    site.api.answers['/api/comments/photo/1?limit=20&cursor=abc'] = () => ({ ...photos, comments: [] });
    const page = await render({
      address,
      site: { origin: 'https://elin.example' },
      apiOrigin: site.api.origin,
      assets: { wake: '', script: '', views: {}, styles: [], fonts: [] },
      report: () => undefined,
    });

    expect('status' in page && page.isUnbounded).toBe(isUnbounded);
  });
});

describe('a change on the site', () => {
  const broken = () => {
    throw new Refusal(404, 'gallery.not-found', 'Gallery not found');
  };

  it('that passes through this server is seen at the next load', async () => {
    expect((await ask('/gallery/slack-water')).status).toBe(200);
    site.api.answers['/api/galleries/1'] = () => {
      for (const url of Object.keys(site.api.answers)) {
        if (url.startsWith('/api/galleries/slack-water')) site.api.answers[url] = broken;
      }
      return { message: 'Saved' };
    };

    expect((await ask('/api/galleries/1', {}, 'PUT')).status).toBe(200);
    expect((await ask('/gallery/slack-water')).status).toBe(404);
  });

  it('is no change where it is refused, or only looked at', async () => {
    await ask('/about');
    await ask('/api/galleries/9', {}, 'DELETE');
    await ask('/api/public/settings');
    await ask('/about');

    expect(timesAsked('/api/public/settings')).toBe(2);
  });

  it.each([
    ['POST', '/api/logs/frontend'],
    ['POST', '/api/comments'],
    ['POST', '/api/Comments/'],
    ['POST', '/api/photos/%2e%2e/comments'],
    ['POST', '/api/contact'],
    ['POST', '/api/auth/login'],
  ])('is nothing that a visitor can send: %s %s', async (method, path) => {
    await ask('/about');
    site.api.answers[path] = site.api.answers['/api/comments'] = () => ({ message: 'Thanks' });
    await ask(path, {}, method);
    await ask('/about');

    expect(timesAsked('/api/public/settings')).toBe(1);
  });

  it.each([
    ['POST', '/api/photos/upload'],
    ['PUT', '/api/photos/1'],
    ['DELETE', '/api/galleries/1'],
    ['POST', '/api/galleries'],
    ['PUT', '/api/comments/3/approve'],
    ['DELETE', '/api/comments/3'],
    ['POST', '/api/news'],
    ['PUT', '/api/admin/settings/website'],
    ['DELETE', '/api/admin/settings/background-image'],
  ])('is what the administrator does: %s %s', async (method, path) => {
    await ask('/about');
    site.api.answers[path] = () => ({ message: 'Done' });
    await ask(path, {}, method);
    await ask('/about');

    expect(timesAsked('/api/public/settings')).toBe(2);
  });

  it('overtakes a page that is just being rendered', async () => {
    let isDark = false;
    let answerFirst: () => void = () => undefined;
    let askedFirst: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (askedFirst = resolve));
    const isAnswered = new Promise<void>((resolve) => (answerFirst = resolve));
    site.api.answers['/api/public/settings'] = async () => {
      const settings = { ...someSettings(), darkTheme: isDark };
      askedFirst();
      if (!isDark) await isAnswered;
      return settings;
    };
    site.api.answers['/api/admin/settings/website'] = () => {
      isDark = true;
      return { message: 'Saved' };
    };

    const slow = ask('/about');
    await isAsked;
    await ask('/api/admin/settings/website', {}, 'PUT');
    expect(String((await ask('/about')).body)).toContain('data-theme="dark"');
    answerFirst();
    expect(String((await slow).body)).not.toContain('data-theme');
    expect(String((await ask('/about')).body)).toContain('data-theme="dark"');
  });
});

describe('the look of the site, once known,', () => {
  const away = () => {
    throw new Refusal(503, 'service.unavailable', 'The site is busy right now.');
  };

  beforeEach(async () => {
    site.api.answers['/api/public/settings'] = () => ({ ...someSettings(), darkTheme: true });
    await ask('/about');
    site.api.answers['/api/public/settings'] = away;
  });

  it('stays while the API cannot tell it, and nobody hears of that', async () => {
    const page = await ask('/imprint');

    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('<html lang="en" data-theme="dark">');
    expect(String(page.body)).toContain('Elin Marsh');
    expect(String(page.body)).not.toContain('"status":"error"');
  });

  it('is that of the failure page', async () => {
    site.api.answers['/api/photos/67'] = () => ({ photo: { id: 67, title: 'Broken' } });
    for (const [path, status] of [
      ['/photo/67', 500],
      ['/%zz', 400],
    ] as const) {
      const page = await ask(path);

      expect(page.status).toBe(status);
      expect(String(page.body)).toContain('<html lang="en" data-theme="dark">');
      expect(String(page.body)).toContain('Elin Marsh');
      expect(String(page.body)).toMatch(/<a[^>]*href=""[^>]*>Try Again<\/a>/);
      expect(String(page.body)).toContain('href="/assets/entry-abc.css"');
      expect(String(page.body)).not.toContain('<script');
      expect(page.headers['cache-control']).toBe('no-store');
    }
  });
});
