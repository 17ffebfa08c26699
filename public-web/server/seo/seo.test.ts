import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { aSitemap, Refusal } from '../../test/fake-api.ts';
import { aGallery, aPhoto, someSettings } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const ORIGIN = 'https://elin.example';
const SITEMAP = '/api/public/sitemap';
const PART = '/api/public/sitemap/1';
const NEWEST = '/api/photos?limit=30';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const photos = [2, 1].map((id) => aPhoto({ id, title: `Photo ${id}`, created_at: `2026-03-0${id}T09:00:00.000Z` }));
const listOf = <T extends object>(list: T) => ({ ...list, total: 2, next_cursor: null as string | null });

/** Makes the API respond with a content version. */
const setVersion = (digit: number) => {
  const version = `${digit}0000000-0000-4000-8000-000000000000`;
  site.api.responses['/media/mark'] = (_request, response) => void response.end(version);
};

beforeEach(async () => {
  delete site.api.responses['/media/mark'];
  Object.assign(site.api.responses, {
    ...aSitemap([aGallery()], photos),
    [NEWEST]: () => listOf({ photos }),
    '/api/news/1': () => ({ message: 'Saved' }),
  });
  await changeSite();
  site.api.requests.length = 0;
});

/** Changes the site through this server. */
const changeSite = () => fetch(`${site.origin}/api/news/1`, { method: 'PUT', body: '{}' });
const read = async (path: string) => (await site.get(path)).text();
const xmlOf = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document;
const textsOf = (document: ParentNode, selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent);
const requestsOf = (url: string) => site.api.requests.filter((request) => request.url === url);

describe('the sitemap', () => {
  it('lists every page, each gallery with its cover and each photo with its picture', async () => {
    const map = xmlOf(await read('/sitemap.xml'));

    expect(textsOf(map, 'url > loc')).toEqual(
      ['/', '/galleries', '/about', '/contact', '/imprint', '/gallery/slack-water', '/photo/2', '/photo/1'].map(
        (path) => ORIGIN + path,
      ),
    );
    const images = [...map.getElementsByTagName('image:loc')].map((image) => image.textContent);
    expect(images).toEqual([
      `${ORIGIN}/media/cover-of-slack-water/2400.jpeg`,
      `${ORIGIN}/media/photo-2/2400.jpeg`,
      `${ORIGIN}/media/photo-1/2400.jpeg`,
    ]);
  });

  it('reads all parts of a small site, as a visitor', async () => {
    const parts = [1, 4].map((part) => ({ part, entries: 1 }));
    const photo = (id: number) => () => ({ galleries: [], photos: [{ id, image: null }] });
    Object.assign(site.api.responses, {
      [SITEMAP]: () => ({ parts }),
      [PART]: photo(1),
      '/api/public/sitemap/4': photo(17_000),
    });

    const response = await site.get('/sitemap.xml', { authorization: 'Bearer secret', cookie: 'a=b' });

    const found = textsOf(xmlOf(await response.text()), 'url > loc').filter((url) => url?.includes('/photo/'));
    expect(found).toEqual([17_000, 1].map((id) => `${ORIGIN}/photo/${id}`));
    for (const { headers } of site.api.requests) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  it('is an index for a large site, with a file for each part', async () => {
    site.api.responses[SITEMAP] = () => ({
      parts: [
        { part: 1, entries: 5_000 },
        { part: 3, entries: 1 },
      ],
    });

    const paths = ['/sitemap-pages.xml', '/sitemap-1.xml', '/sitemap-3.xml'];
    expect(textsOf(xmlOf(await read('/sitemap.xml')), 'sitemapindex > sitemap > loc')).toEqual(
      paths.map((path) => ORIGIN + path),
    );
    expect(requestsOf(PART)).toEqual([]);
    expect(textsOf(xmlOf(await read('/sitemap-pages.xml')), 'url > loc')).toContain(`${ORIGIN}/about`);
    expect(textsOf(xmlOf(await read('/sitemap-1.xml')), 'url > loc')).toEqual(
      ['/gallery/slack-water', '/photo/2', '/photo/1'].map((path) => ORIGIN + path),
    );
  });

  it.each(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-pages.xml', '/sitemap-0.xml', '/sitemap-x.xml'])(
    'of a small site has no part at %s',
    async (path) => {
      expect((await site.get(path)).status).toBe(404);
      expect(requestsOf('/api/public/sitemap/2')).toEqual([]);
    },
  );

  it('has no part whose entries are gone', async () => {
    Object.assign(site.api.responses, {
      [SITEMAP]: () => ({ parts: [{ part: 1, entries: 5_000 }] }),
      [PART]: () => ({ galleries: [], photos: [] }),
    });

    expect((await site.get('/sitemap-1.xml')).status).toBe(404);
  });

  it('is generated once for concurrent requests, and again after a change', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => read('/sitemap.xml')));
    expect(requestsOf(PART)).toHaveLength(1);

    Object.assign(site.api.responses, aSitemap([], []));
    await changeSite();
    expect(await read('/sitemap.xml')).not.toContain('/photo/');
  });

  it('is not generated again while the content version is the same', async () => {
    setVersion(1);
    await changeSite();
    const before = await read('/sitemap.xml');
    await changeSite();
    expect(await read('/sitemap.xml')).toBe(before);
    expect(requestsOf(PART)).toHaveLength(1);

    setVersion(2);
    Object.assign(site.api.responses, aSitemap([], photos));
    await changeSite();
    expect(await read('/sitemap.xml')).not.toBe(before);
  });
});

describe('the feeds', () => {
  it('list the newest photos with their pictures in RSS', async () => {
    const feed = xmlOf(await read('/feed.xml'));
    const [item] = feed.querySelectorAll('item');

    expect(textsOf(feed, 'channel > title')).toEqual(['Elin Marsh']);
    expect(textsOf(feed, 'item > link')).toEqual([`${ORIGIN}/photo/2`, `${ORIGIN}/photo/1`]);
    expect(item?.querySelector('title')?.textContent).toBe('Photo 2');
    expect(item?.querySelector('pubDate')?.textContent).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
    expect(item?.getElementsByTagName('dc:creator')[0]?.textContent).toBe('Elin Marsh');
    expect(item?.getElementsByTagName('media:content')[0]?.getAttribute('url')).toBe(
      `${ORIGIN}/media/photo-2/1080.jpeg`,
    );
    const shown = new JSDOM(item?.querySelector('description')?.textContent ?? '').window.document;
    expect(shown.querySelector('img')?.getAttribute('src')).toBe(`${ORIGIN}/media/photo-2/1080.jpeg`);
    expect(shown.body.textContent).toBe('Before the boats came in.');
  });

  it('list the newest photos in JSON', async () => {
    const feed = JSON.parse(await read('/feed.json'));

    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Elin Marsh',
      home_page_url: `${ORIGIN}/`,
      feed_url: `${ORIGIN}/feed.json`,
      authors: [{ name: 'Elin Marsh' }],
    });
    expect(feed.items).toHaveLength(2);
    expect(feed.items[0]).toMatchObject({
      id: `${ORIGIN}/photo/2`,
      title: 'Photo 2',
      image: `${ORIGIN}/media/photo-2/1080.jpeg`,
      date_published: '2026-03-02T09:00:00.000Z',
    });
  });

  it('are valid without photos and without a name', async () => {
    site.api.responses[NEWEST] = () => listOf({ photos: [] });
    const { '/api/public/settings': settings } = site.api.responses;
    site.api.responses['/api/public/settings'] = () => someSettings({ artistName: '', copyrightLine: '' });

    expect(textsOf(xmlOf(await read('/feed.xml')), 'channel > description')).toEqual(['New photographs']);
    expect(JSON.parse(await read('/feed.json')).items).toEqual([]);
    Object.assign(site.api.responses, { '/api/public/settings': settings });
  });

  it('have the site’s title, and the artist as author', async () => {
    const { '/api/public/settings': settings } = site.api.responses;
    site.api.responses['/api/public/settings'] = () => someSettings({ siteTitle: 'Slow Light' });
    const [rss, json] = [xmlOf(await read('/feed.xml')), JSON.parse(await read('/feed.json'))];
    Object.assign(site.api.responses, { '/api/public/settings': settings });

    expect(textsOf(rss, 'channel > title')).toEqual(['Slow Light']);
    expect(textsOf(rss, 'channel > description')).toEqual(['New photographs by Elin Marsh']);
    expect(json).toMatchObject({ title: 'Slow Light', authors: [{ name: 'Elin Marsh' }] });
  });

  it('and the manifest have the site’s language, and times in UTC', async () => {
    const { '/api/public/settings': settings } = site.api.responses;
    site.api.responses['/api/public/settings'] = () => someSettings({ language: 'pt-BR', timeZone: 'Asia/Tokyo' });
    const [rss, json, manifest] = await Promise.all(['/feed.xml', '/feed.json', '/site.webmanifest'].map(read));
    Object.assign(site.api.responses, { '/api/public/settings': settings });

    expect(textsOf(xmlOf(rss!), 'channel > language')).toEqual(['pt-BR']);
    expect(textsOf(xmlOf(rss!), 'item > pubDate')[0]).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
    expect(JSON.parse(json!)).toMatchObject({
      language: 'pt-BR',
      items: [{ date_published: '2026-03-02T09:00:00.000Z' }, {}],
    });
    expect(JSON.parse(manifest!)).toMatchObject({ lang: 'pt-BR' });
  });

  it.each(['/feed', '/rss', '/rss.xml'])('redirect from %s', async (path) => {
    const response = await site.get(path);

    expect([response.status, response.headers.get('location')]).toEqual([301, '/feed.xml']);
  });
});

it('robots.txt excludes the back office and the API, and links the sitemap', async () => {
  const lines = (await read('/robots.txt')).split('\n');

  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /media/', 'Disallow: /admin', 'Disallow: /api/']),
  );
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

it('a switch makes robots.txt and the next response of a page refuse AI crawlers', async () => {
  const refusal = async () => {
    const [robots, page] = await Promise.all([read('/robots.txt'), site.get('/about')]);
    const html = await page.text();
    return [
      /^(?:User-agent: .+\n)*User-agent: GPTBot\n(?:User-agent: .+\n)*Disallow: \/\n\nUser-agent: \*\n/.test(robots),
      html.includes('<meta name="robots" content="noai, noimageai"/>'),
      page.headers.get('tdm-reservation'),
    ];
  };
  const { '/api/public/settings': settings } = site.api.responses;
  expect(await refusal()).toEqual([false, false, null]);

  site.api.responses['/api/public/settings'] = () => someSettings({ refuseAiCrawlers: true });
  await changeSite();
  expect(await refusal()).toEqual([true, true, '1']);

  Object.assign(site.api.responses, { '/api/public/settings': settings });
  await changeSite();
  expect(await refusal()).toEqual([false, false, null]);
});

it('the manifest has the site’s name', async () => {
  const manifest = JSON.parse(await read('/site.webmanifest'));

  expect(manifest).toMatchObject({ name: 'Elin Marsh', start_url: '/', theme_color: '#faf9f6' });
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: 'maskable', sizes: '512x512' }));
});

it('the back office has a manifest of its own, with a target for shared photos', async () => {
  const manifest = JSON.parse(await read('/admin/manifest.webmanifest'));

  expect(manifest).toMatchObject({
    name: 'Elin Marsh back office',
    display: 'standalone',
    start_url: '/admin',
    scope: '/admin',
    share_target: {
      action: '/admin/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/*'] }] },
    },
  });
});

describe.each([
  ['/sitemap.xml', 'application/xml'],
  ['/feed.xml', 'application/rss+xml'],
  ['/feed.json', 'application/feed+json'],
  ['/site.webmanifest', 'application/manifest+json'],
  ['/admin/manifest.webmanifest', 'application/manifest+json'],
  ['/robots.txt', 'text/plain'],
])('%s', (path, type) => {
  it('has its content type, and is not sent again to clients with a copy', async () => {
    const first = await fetch(site.origin + path, { headers: { 'accept-encoding': 'br' } });
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toMatch(type);
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');

    const etag = first.headers.get('etag') ?? '';
    const again = await site.get(path, { 'if-none-match': etag, 'accept-encoding': 'gzip' });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
  });

  it('responds to HEAD', async () => {
    const response = await fetch(site.origin + path, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    expect(await response.text()).toBe('');
  });

  it('gets 503 with Retry-After while the API is unavailable', async () => {
    const refuse = () => {
      throw new Refusal(503, 'service.unavailable', 'No');
    };
    const { '/api/public/settings': settings } = site.api.responses;
    Object.assign(site.api.responses, { '/api/public/settings': refuse, [SITEMAP]: refuse });

    const response = await site.get(path);
    Object.assign(site.api.responses, { '/api/public/settings': settings });

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(response.headers.get('content-type')).toMatch('text/plain');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
