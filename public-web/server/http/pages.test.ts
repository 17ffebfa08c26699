import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get as httpGet } from 'node:http';
import { Refusal } from '../../test/fake-api.ts';
import { aGallery, aPhoto, someSettings } from '../../test/fixtures.ts';
import { readPage, startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  // Caching has its own tests.
  site = await startTestSite({ PAGE_CACHE: 'false' });
});
afterAll(() => site.stop());

/** Fetches and parses a page. */
async function open(path: string) {
  const response = await site.get(path);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, ...readPage(html) };
}

describe('the pages', () => {
  it('render the home page on the server', async () => {
    const page = await open('/');

    expect(page.status).toBe(200);
    expect(page.headings).toEqual(['Pictures of quiet places']);
    expect(page.html).toMatch(/<a [^>]*href="\/galleries"[^>]*>Come in<\/a>/);
    expect(page.html).toContain('At the Harbour Rooms');
    expect(page.links).toEqual(
      expect.arrayContaining(['/galleries', '/about', '/contact', '/imprint', '/gallery/slack-water']),
    );
    expect(page.html).not.toContain('View All Galleries');
  });

  it('render a gallery with its photos in order, each with its comment count', async () => {
    const page = await open('/gallery/slack-water');

    expect(page.status).toBe(200);
    expect(page.titles).toEqual(['Slack Water — Elin Marsh']);
    expect(page.links.filter((link) => link.startsWith('/photo/'))).toEqual(
      [1, 2, 3].map((id) => `/photo/${id}?gallery=slack-water`),
    );
    expect(page.html).toContain('0 comments');
    expect(page.html).toContain('Back to Galleries');
  });

  it('render a photo with its comments and its neighbours in the current gallery', async () => {
    const page = await open('/photo/2?gallery=slack-water');

    expect(page.headings).toEqual(['Pier']);
    expect(page.links).toEqual(
      expect.arrayContaining(['/photo/1?gallery=slack-water', '/photo/3?gallery=slack-water']),
    );
    expect((await open('/photo/1')).html).toContain('I know that pier.');
  });

  it.each([
    ['en', 'en_US'],
    ['de-AT', 'de_AT'],
    ['ja', 'ja_JP'],
    ['he', 'he_IL'],
  ])('use the language of the site, %s', async (language, locale) => {
    const { '/api/public/settings': settings } = site.api.responses;
    site.api.responses['/api/public/settings'] = () => someSettings({ language, timeZone: 'Asia/Tokyo' });
    const [home, gallery, photo] = [await open('/'), await open('/gallery/slack-water'), await open('/photo/1')];
    Object.assign(site.api.responses, { '/api/public/settings': settings });

    for (const { html, meta } of [home, gallery, photo]) {
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).not.toMatch(/<html[^>]* dir=/);
      expect(meta('og:locale')).toEqual([locale]);
    }
    for (const { html } of [home, gallery]) expect(html).toContain(`"inLanguage":"${language}"`);
    expect(photo.html).toContain('"uploadDate":"2026-03-02T09:00:00.000Z"');
  });

  it('redirect capital letters to the address of the page', async () => {
    const at = async (path: string) => {
      const { status, headers } = await site.get(path, { redirect: 'manual' });
      return [status, headers.get('location')];
    };

    expect(await at('/Contact')).toEqual([301, '/contact']);
    expect(await at('/GALLERIES?from=aB')).toEqual([301, '/galleries?from=aB']);
    expect(await at('/gallery/Slack-Water')).toEqual([301, '/gallery/slack-water']);
    expect(await at('/Nowhere')).toEqual([404, null]);
  });

  it('redirect /gallery to /galleries', async () => {
    const response = await site.get('/gallery');

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/galleries');
  });

  it.each([
    ['/gallery/nowhere', 404, 'Gallery not found'],
    ['/tags/nothing', 404, 'Tag not found'],
    ['/photo/999', 404, 'Photo not found'],
    ['/photo/998', 410, 'Photo not found'],
    ['/photo/harbour', 404, 'Photo not found'],
    ['/nowhere', 404, 'Page not found'],
  ])('respond at %s with %d and a message', async (path, status, heading) => {
    site.api.responses['/api/photos/998'] = () => {
      throw new Refusal(410, 'photo.gone', 'Photo not found');
    };
    const page = await open(path);

    expect(page.status).toBe(status);
    expect(page.headings).toEqual([heading]);
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.canonical).toEqual([]);
  });
});

describe('the page of a tag', () => {
  it('is rendered with its photos, at one address for each spelling', async () => {
    const gallery = { ...aGallery({ title: 'Low Tide', slug: 'low tide', preview: null }), photoCount: 61 };
    const photos = [aPhoto({ id: 7, title: 'Mole' })];
    const list = { gallery, photos, interludes: [], total: 61, next_cursor: 'x' };
    site.api.responses['/api/tags/low%20tide?limit=60'] = () => list;

    const page = await open('/tags/low%20tide');
    const moved = await site.get('/tags/LOW%20Tide', { redirect: 'manual' });

    expect([page.status, page.headings]).toEqual([200, ['Low Tide']]);
    expect(page.canonical).toEqual([expect.stringMatching(/\/tags\/low%20tide$/)]);
    expect(page.meta('robots')).toEqual([]);
    expect(page.links).toEqual(expect.arrayContaining(['/photo/7', '?from=x']));
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/tags/low%20tide']);
  });
});

describe('the page of an unlisted photo', () => {
  it('is rendered at its address with noindex', async () => {
    const photo = aPhoto({ id: 7, title: 'Mole', visibility: 'unlisted', galleries: [] });
    site.api.responses['/api/photos/7'] = () => ({ photo });

    const page = await open('/photo/7');

    expect([page.status, page.headings]).toEqual([200, ['Mole']]);
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.html).not.toContain('application/ld+json');
    expect(page.meta('og:title')).toEqual(['Mole']);
  });

  it('differs from that of a listed photo', async () => {
    const page = await open('/photo/1');

    expect(page.meta('robots')).toEqual([]);
    expect(page.headers.get('x-robots-tag')).toBeNull();
    expect(page.html).toContain('application/ld+json');
  });
});

/** Requests an unnormalized path, which `fetch` would resolve first. */
function getRaw(path: string) {
  return new Promise<{ status: number | undefined; type: string | undefined; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(site.origin);
    httpGet({ hostname, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
    }).on('error', reject);
  });
}

describe('a malformed address', () => {
  it.each(['//[', '/\\[', '//x/y', '//x'])('such as %s gets the 404 page', async (path) => {
    const response = await getRaw(path);

    expect(response.status).toBe(404);
    expect(response.text).toContain('Page not found');
  });

  it.each(['/%zz', '/gallery/%zz'])('such as %s, which cannot be decoded, gets the failure page', async (path) => {
    const response = await getRaw(path);

    expect(response.status).toBe(400);
    expect(response.type).toMatch('text/html');
    expect(response.text).toContain('Something went wrong');
  });

  it('below /api gets an error in the API’s format', async () => {
    const response = await getRaw('/api/%zz');

    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toEqual({
      statusCode: 400,
      code: 'request.malformed',
      message: 'The request could not be read',
    });
  });
});

describe('the head of a page', () => {
  it('has one title, description and canonical URL', async () => {
    const page = await open('/photo/1?gallery=slack-water');

    expect(page.titles).toEqual(['Harbour — Elin Marsh']);
    expect(page.meta('description')).toEqual(['Before the boats came in.']);
    expect(page.canonical).toEqual(['https://elin.example/photo/1']);
    expect(page.meta('og:title')).toEqual(['Harbour']);
    expect(page.meta('og:url')).toEqual(['https://elin.example/photo/1']);
    expect(page.meta('twitter:card')).toEqual(['summary_large_image']);
    expect(page.html.indexOf('<title>')).toBeLessThan(page.html.indexOf('</head>'));
  });

  it('preloads the main picture, the fonts and the styles', async () => {
    const head = (await open('/photo/1')).html.split('</head>')[0] ?? '';

    expect(head).toMatch(
      /<link rel="preload" as="image" type="image\/avif" fetchPriority="high" imageSrcSet="[^"]*2400\.avif 2400w"/,
    );
    // Before the metadata, and each once.
    const order = ['/assets/serif.woff2', 'as="image"', '/assets/entry-abc.css', '/assets/loader-abc.js'];
    const offsets = [...order, '<title>'].map((file) => head.indexOf(file));
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(order.map((file) => head.split(file).length)).toEqual([2, 2, 2, 2]);
    // Hydration scripts load at the first interaction.
    expect(head).not.toMatch(/entry-abc\.js|photo-abc\.js/);
    expect(head).toContain('/assets/serif.woff2');
    expect(head).toMatch(/rel="stylesheet" href="\/assets\/entry-abc\.css"/);
  });
});

describe('the artist’s text', () => {
  const evil = '</script><img src=x onerror=alert(1)><!--';

  it('is escaped in every part of the page', async () => {
    site.api.responses['/api/photos/66'] = () => ({ photo: aPhoto({ id: 66, title: evil, description: evil }) });

    const page = await open('/photo/66');

    expect(page.status).toBe(200);
    expect(page.html).not.toContain('<img src=x');
    // The page's state, the structured data, and the scripts of the theme and the site.
    expect(page.html.match(/<\/script>/g)).toHaveLength(4);
    expect(JSON.stringify(page.state)).toContain('onerror=alert(1)');
  });
});

describe('a rendered page', () => {
  it('contains the API’s responses, so that the browser repeats no request', async () => {
    const { state } = await open('/gallery/slack-water');

    expect(state.queries.queries).toHaveLength(3);
    expect(state.queries.queries[0]).toMatchObject({
      queryKey: ['galleries', 'detail', 'slack-water', { limit: 60 }],
      state: { status: 'success', data: { gallery: { title: 'Slack Water' } } },
    });
    expect(state.queries.queries[1]).toMatchObject({ queryKey: ['galleries', 'next', 'slack-water'] });
    expect(state.queries.queries[2]).toMatchObject({ queryKey: ['settings', 'public'] });
  });

  it('runs no script but the site’s own file, and the inline one whose hash the policy has', async () => {
    const { html, headers } = await open('/');
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    const [inline, ...others] = scripts.filter(([, attributes = '']) => !/application\/(?:ld\+)?json/.test(attributes));
    const hash = createHash('sha256').update(String(inline?.[2])).digest('base64');

    expect(inline?.[1]).toBe('');
    expect(others.map(([, attributes]) => attributes)).toEqual([
      expect.stringContaining('src="/assets/loader-abc.js"'),
    ]);
    expect(headers.get('content-security-policy')).toContain(`; script-src 'self' 'sha256-${hash}'; `);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is rendered without the visitor’s headers', async () => {
    site.api.requests.length = 0;
    await site.get('/about');
    expect(site.api.requests.map(({ url }) => url).sort()).toEqual(['/api/public/settings', '/api/public/texts']);

    const own = { authorization: 'Bearer secret', cookie: 'a=b', 'x-forwarded-host': 'evil.example' };
    await site.get('/galleries', { ...own, 'accept-language': 'sv', 'user-agent': 'of the visitor' });

    for (const { headers } of site.api.requests) {
      // This server adds the request id only.
      const custom = Object.keys(headers).filter((name) => name in own || name.startsWith('x-'));
      expect(custom.filter((name) => name !== 'x-request-id')).toEqual([]);
      expect(headers).not.toMatchObject({ 'user-agent': expect.stringContaining('visitor') });
    }
  });
});

describe('the pages, while the API is unavailable,', () => {
  const broken = () => {
    throw new Refusal(503, 'service.unavailable', 'The site is busy right now.');
  };

  it.each([
    ['/', '/api/galleries?limit=6', 'Failed to load galleries'],
    ['/galleries', '/api/galleries?limit=24', 'Failed to load galleries'],
    ['/gallery/slack-water', '/api/galleries/slack-water?limit=60', 'Something went wrong'],
    ['/photo/1', '/api/photos/1', 'Something went wrong'],
  ])('respond to %s with 503 and Try Again', async (path, call, text) => {
    const before = site.api.responses[call];
    site.api.responses[call] = broken;
    const page = await open(path);
    site.api.responses[call] = before as () => unknown;

    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('10');
    expect(page.html).toContain(text);
    expect(page.html).toContain('Try Again');
  });

  it('omit their optional parts', async () => {
    const { '/api/public/news/latest': news, '/api/comments/photo/1?limit=20': comments } = site.api.responses;
    Object.assign(site.api.responses, { '/api/public/news/latest': broken, '/api/comments/photo/1?limit=20': broken });
    const [home, photo] = [await open('/'), await open('/photo/1')];
    Object.assign(site.api.responses, { '/api/public/news/latest': news, '/api/comments/photo/1?limit=20': comments });

    expect(home.status).toBe(200);
    expect(home.html).not.toContain('Latest news');
    expect(photo.status).toBe(200);
    expect(photo.html).toContain('The comments cannot be shown right now.');
  });

  it('show the last known texts of the artist', async () => {
    const { '/api/public/texts': texts } = site.api.responses;
    await open('/');
    site.api.responses['/api/public/texts'] = broken;
    const pages = await Promise.all(['/', '/about', '/contact', '/imprint'].map(open));
    site.api.responses['/api/public/texts'] = texts as () => unknown;

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const words = ['Pictures of quiet places', 'I go back.', 'I answer on Sundays.', 'No trackers.'];
    for (const [index, { html }] of pages.entries()) {
      expect(html).toContain(words[index]);
      expect(html).not.toContain('"status":"error"');
    }
  });

  it('show no demo text without any response', async () => {
    const alone = await startTestSite({ API_URL: 'http://127.0.0.1:9', PAGE_CACHE: 'false' });
    const [home, galleries, about, contact, imprint] = await Promise.all(
      ['/', '/galleries', '/about', '/contact', '/imprint'].map(async (path) => {
        const response = await alone.get(path);
        return { status: response.status, html: await response.text() };
      }),
    );
    await alone.stop();

    for (const page of [galleries, about, imprint]) {
      expect(page?.status).toBe(503);
      expect(page?.html).toContain('Try Again');
    }
    expect(home?.status).toBe(503);
    expect(home?.html).toContain('Welcome to my online portfolio');
    // Visitors can send their message again.
    expect(contact?.status).toBe(200);
    expect(contact?.html).toContain('Send Message');
    expect(contact?.html).not.toContain('mailto:');
  });
});
