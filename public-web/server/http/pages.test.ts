import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get as httpGet } from 'node:http';
import { Refusal } from '../../test/fake-api.ts';
import { aGallery, aPhoto, someSettings } from '../../test/fixtures.ts';
import { readPage, startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  // Rendered for each who asks: what is kept is tested for itself.
  site = await startTestSite({ PAGE_CACHE: 'false' });
});
afterAll(() => site.stop());

/** Gets a page and what is on it. */
async function open(path: string) {
  const response = await site.get(path);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, ...readPage(html) };
}

describe('the pages', () => {
  it('show the home page whole in the first answer', async () => {
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

  it('lead to all galleries from the home page when there are more than six', async () => {
    const galleries = [1, 2, 3, 4, 5, 6].map((id) => aGallery({ id, slug: `g-${id}`, title: `Gallery ${id}` }));
    const before = site.api.answers['/api/galleries?limit=6'];
    site.api.answers['/api/galleries?limit=6'] = () => ({ galleries, total: 7, next_cursor: 'x' });

    expect((await open('/')).html).toContain('View All Galleries');

    site.api.answers['/api/galleries?limit=6'] = before as () => unknown;
  });

  it('show a gallery with its photos in order, each with its comment count', async () => {
    const page = await open('/gallery/slack-water');

    expect(page.status).toBe(200);
    expect(page.titles).toEqual(['Slack Water — Elin Marsh']);
    expect(page.links.filter((link) => link.startsWith('/photo/'))).toEqual(
      [1, 2, 3].map((id) => `/photo/${id}?gallery=slack-water`),
    );
    expect(page.html).toContain('0 comments');
    expect(page.html).toContain('Back to Galleries');
  });

  it('show a photo with its comments and its neighbours in the gallery it was opened from', async () => {
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
  ])('are in the language of the site, %s', async (language, locale) => {
    const { '/api/public/settings': settings } = site.api.answers;
    site.api.answers['/api/public/settings'] = () => someSettings({ language, timeZone: 'Asia/Tokyo' });
    const [home, photo] = [await open('/'), await open('/photo/1')];
    Object.assign(site.api.answers, { '/api/public/settings': settings });

    for (const { html, meta } of [home, photo]) {
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).not.toMatch(/<html[^>]* dir=/);
      expect(meta('og:locale')).toEqual([locale]);
    }
    expect(home.html).toContain(`"inLanguage":"${language}"`);
    expect(photo.html).toContain('"uploadDate":"2026-03-02T09:00:00.000Z"');
  });

  it.each(['/about', '/contact', '/imprint', '/galleries'])('have something at %s', async (path) => {
    expect((await open(path)).status).toBe(200);
  });

  it('send /gallery to /galleries', async () => {
    const response = await site.get('/gallery');

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/galleries');
  });

  it.each([
    ['/gallery/nowhere', 'Gallery not found'],
    ['/photo/999', 'Photo not found'],
    ['/photo/harbour', 'Photo not found'],
    ['/nowhere', 'Page not found'],
  ])('answer 404 at %s, and say so', async (path, heading) => {
    const page = await open(path);

    expect(page.status).toBe(404);
    expect(page.headings).toEqual([heading]);
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.canonical).toEqual([]);
  });
});

describe('the page of an unlisted photo', () => {
  it('is whole at its address, and is not indexed', async () => {
    const photo = aPhoto({ id: 7, title: 'Mole', visibility: 'unlisted', galleries: [] });
    site.api.answers['/api/photos/7'] = () => ({ photo });

    const page = await open('/photo/7');

    expect([page.status, page.headings]).toEqual([200, ['Mole']]);
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.html).not.toContain('application/ld+json');
    expect(page.meta('og:title')).toEqual(['Mole']);
  });

  it('is what a listed one is not', async () => {
    const page = await open('/photo/1');

    expect(page.meta('robots')).toEqual([]);
    expect(page.headers.get('x-robots-tag')).toBeNull();
    expect(page.html).toContain('application/ld+json');
  });
});

/** The status and text at an address that `fetch` would tidy up first. */
function askFor(path: string) {
  return new Promise<{ status: number | undefined; type: string | undefined; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(site.origin);
    httpGet({ hostname, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
    }).on('error', reject);
  });
}

describe('an odd address', () => {
  it.each(['//[', '/\\[', '//x/y', '//x'])('such as %s is a page that is not there', async (path) => {
    const answer = await askFor(path);

    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Page not found');
  });

  it.each(['/%zz', '/gallery/%zz'])(
    'such as %s, which cannot be read, is answered with the plain page',
    async (path) => {
      const answer = await askFor(path);

      expect(answer.status).toBe(400);
      expect(answer.type).toMatch('text/html');
      expect(answer.text).toContain('Something went wrong');
    },
  );

  it('with a body that cannot be read is answered with the plain page', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${site.origin}/about`, { method: 'POST', headers, body: '{' });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Something went wrong');
  });

  it('below /api is answered in the form of the API', async () => {
    const answer = await askFor('/api/%zz');

    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({
      statusCode: 400,
      code: 'request.malformed',
      message: 'The request could not be read',
    });
  });
});

describe('the head of a page', () => {
  it('says what the page is, once', async () => {
    const page = await open('/photo/1?gallery=slack-water');

    expect(page.titles).toEqual(['Harbour — Elin Marsh']);
    expect(page.meta('description')).toEqual(['Before the boats came in.']);
    expect(page.canonical).toEqual(['https://elin.example/photo/1']);
    expect(page.meta('og:title')).toEqual(['Harbour']);
    expect(page.meta('og:url')).toEqual(['https://elin.example/photo/1']);
    expect(page.meta('twitter:card')).toEqual(['summary_large_image']);
    expect(page.html.indexOf('<title>')).toBeLessThan(page.html.indexOf('</head>'));
  });

  it.each(['/', '/galleries', '/gallery/slack-water', '/photo/1'])(
    'names a large JPEG by its absolute address for sharing %s',
    async (path) => {
      const page = await open(path);

      expect(page.meta('og:image')).toEqual([
        expect.stringMatching(/^https:\/\/elin\.example\/media\/.+\/1200\.jpeg$/),
      ]);
      expect(page.meta('og:image:width')).toEqual(['1200']);
    },
  );

  it('asks for the main picture, the fonts and the styles before the body', async () => {
    const head = (await open('/photo/1')).html.split('</head>')[0] ?? '';

    expect(head).toMatch(
      /<link rel="preload" as="image" type="image\/avif" fetchPriority="high" imageSrcSet="[^"]*2400\.avif 2400w"/,
    );
    // Before what only machines read, and each once.
    const order = ['/assets/serif.woff2', 'as="image"', '/assets/entry-abc.css', '/assets/wake-abc.js'];
    const places = [...order, '<title>'].map((file) => head.indexOf(file));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(order.map((file) => head.split(file).length)).toEqual([2, 2, 2, 2]);
    // What brings the page to life is fetched when somebody is about to use it.
    expect(head).not.toMatch(/entry-abc\.js|photo-abc\.js/);
    expect(head).toContain('/assets/serif.woff2');
    expect(head).toMatch(/rel="stylesheet" href="\/assets\/entry-abc\.css"/);
  });
});

describe('what the artist writes', () => {
  const evil = '</script><img src=x onerror=alert(1)><!--';

  it('is text on every surface of the page', async () => {
    site.api.answers['/api/photos/66'] = () => ({ photo: aPhoto({ id: 66, title: evil, description: evil }) });

    const page = await open('/photo/66');

    expect(page.status).toBe(200);
    expect(page.html).not.toContain('<img src=x');
    // The state, what search engines are told, and the site's own file.
    expect(page.html.match(/<\/script>/g)).toHaveLength(3);
    expect(JSON.stringify(page.state)).toContain('onerror=alert(1)');
  });
});

describe('what the server tells the browser', () => {
  it('is the answers of the API, so that nothing is asked twice', async () => {
    const { state } = await open('/gallery/slack-water');

    expect(state.queries.queries).toHaveLength(2);
    expect(state.queries.queries[0]).toMatchObject({
      queryKey: ['galleries', 'detail', 'slack-water', { limit: 60 }],
      state: { status: 'success', data: { gallery: { title: 'Slack Water' } } },
    });
    expect(state.queries.queries[1]).toMatchObject({ queryKey: ['settings', 'public'] });
  });

  it('runs no script but the site’s own file', async () => {
    const { html, headers } = await open('/');
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map((match) => match[1]);

    expect(scripts.filter((attributes) => !/application\/(?:ld\+)?json/.test(attributes ?? ''))).toEqual([
      expect.stringContaining('src="/assets/wake-abc.js"'),
    ]);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('asks the API in nobody’s name, since everybody gets the same page', async () => {
    site.api.asked.length = 0;
    await site.get('/about');
    expect(site.api.asked.map(({ url }) => url).sort()).toEqual(['/api/public/settings', '/api/public/texts']);

    const own = { authorization: 'Bearer secret', cookie: 'a=b', 'x-forwarded-host': 'evil.example' };
    await site.get('/galleries', { ...own, 'accept-language': 'sv', 'user-agent': 'of the visitor' });

    for (const { headers } of site.api.asked) {
      // The id of the request is this server's word, and the only one beside the question.
      const told = Object.keys(headers).filter((name) => name in own || name.startsWith('x-'));
      expect(told.filter((name) => name !== 'x-request-id')).toEqual([]);
      expect(headers).not.toMatchObject({ 'user-agent': expect.stringContaining('visitor') });
    }
  });

  it('is compressed where the browser knows how', async () => {
    const response = await fetch(`${site.origin}/`, { headers: { 'accept-encoding': 'br' } });

    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toContain('</html>');
  });
});

describe('a failing API', () => {
  const broken = () => {
    throw new Refusal(503, 'service.unavailable', 'The site is busy right now.');
  };

  it.each([
    ['/', '/api/galleries?limit=6', 'Failed to load galleries'],
    ['/galleries', '/api/galleries?limit=24', 'Failed to load galleries'],
    ['/gallery/slack-water', '/api/galleries/slack-water?limit=60', 'Something went wrong'],
    ['/photo/1', '/api/photos/1', 'Something went wrong'],
  ])('makes %s a 503 with Try Again', async (path, call, text) => {
    const before = site.api.answers[call];
    site.api.answers[call] = broken;
    const page = await open(path);
    site.api.answers[call] = before as () => unknown;

    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('10');
    expect(page.html).toContain(text);
    expect(page.html).toContain('Try Again');
  });

  it('leaves a page whole that can do without the answer', async () => {
    const { '/api/public/news/latest': news, '/api/comments/photo/1?limit=20': comments } = site.api.answers;
    Object.assign(site.api.answers, { '/api/public/news/latest': broken, '/api/comments/photo/1?limit=20': broken });
    const [home, photo] = [await open('/'), await open('/photo/1')];
    Object.assign(site.api.answers, { '/api/public/news/latest': news, '/api/comments/photo/1?limit=20': comments });

    expect(home.status).toBe(200);
    expect(home.html).not.toContain('Latest news');
    expect(photo.status).toBe(200);
    expect(photo.html).toContain('The comments cannot be shown right now.');
  });

  it('leaves the words of the artist as they were last known', async () => {
    const { '/api/public/texts': texts } = site.api.answers;
    await open('/');
    site.api.answers['/api/public/texts'] = broken;
    const pages = await Promise.all(['/', '/about', '/contact', '/imprint'].map(open));
    site.api.answers['/api/public/texts'] = texts as () => unknown;

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const words = ['Pictures of quiet places', 'I go back.', 'I answer on Sundays.', 'No trackers.'];
    for (const [index, { html }] of pages.entries()) {
      expect(html).toContain(words[index]);
      expect(html).not.toContain('"status":"error"');
    }
  });

  it('keeps no page from standing when nobody answers at all, and says nothing that the artist may not have said', async () => {
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
    // Who has written a message is to be able to send it once more.
    expect(contact?.status).toBe(200);
    expect(contact?.html).toContain('Send Message');
    expect(contact?.html).not.toContain('mailto:');
  });

  it('sends a plain page when an answer makes no sense', async () => {
    site.api.answers['/api/photos/67'] = () => ({ photo: { id: 67, title: 'Broken' } });

    const page = await open('/photo/67');

    expect(page.status).toBe(500);
    expect(page.html).toContain('Oops!');
    expect(page.html).toContain('Something went wrong');
  });
});
