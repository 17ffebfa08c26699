import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { settingValues } from '@portfolio/contracts';
import { JSDOM } from 'jsdom';
import { readBuiltSite } from '../server/built-site.ts';
import { aSitemap, Refusal } from './fake-api.ts';
import { aGallery, aPhoto, someSettings, someTexts } from './fixtures.ts';
import { startTestSite } from './start-test-site.ts';
import { structuredData, structuredDataFaults } from './structured-data.ts';
import { htmlFaults, sharePreview, xmlFaults } from './validators.ts';

const ORIGIN = 'https://elin.example';
const LICENCE = 'https://creativecommons.org/licenses/by-nc/4.0/';
const PHOTO = '/photo/1';
const GALLERY = '/gallery/slack-water';
const PAGES = ['/', '/galleries', GALLERY, PHOTO, '/about', '/contact', '/imprint'];

let site: Awaited<ReturnType<typeof startTestSite>>;
let responses: typeof site.api.responses;

beforeAll(async () => {
  const built = await readBuiltSite(new URL('../dist/', import.meta.url));
  site = await startTestSite({ PAGE_CACHE: 'false' }, undefined, undefined, built);
  const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));
  const refuse = () => {
    const errors = { name: 'Name is required', author_name: 'Name is required' };
    throw new Refusal(400, 'request.invalid', 'The request is not valid', { errors });
  };
  const list = { photos, total: 3, next_cursor: null };
  Object.assign(site.api.responses, {
    ...aSitemap([aGallery()], photos),
    '/api/photos?limit=30': () => list,
    '/api/public/settings': () => someSettings({ licenceUrl: LICENCE }),
    '/api/comments': refuse,
    '/api/contact': refuse,
    '/api/news/1': () => ({ message: 'Saved' }),
  });
  responses = { ...site.api.responses };
});
afterEach(() => void Object.assign(site.api.responses, responses));
afterAll(() => site.stop());

const read = async (path: string) => (await site.get(path)).text();

/** Changes the API's responses and clears the caches, like a save through this server. */
async function change(changes: typeof responses) {
  Object.assign(site.api.responses, changes);
  await fetch(`${site.origin}/api/news/1`, { method: 'PUT', body: '{}' });
}

describe('the HTML', () => {
  it.each([...PAGES, `${PHOTO}?gallery=slack-water`, '/contact?photo=1'])('of %s is valid', async (path) => {
    const response = await site.get(path);

    expect(response.status).toBe(200);
    expect(await htmlFaults(await response.text())).toEqual([]);
  });

  it.each([
    ['/no/such/page', 404],
    ['/gallery/none', 404],
    ['/photo/99999', 404],
    ['/%zz', 400],
  ])('of the failure page at %s is valid, with noindex', async (path, status) => {
    const response = await site.get(path);
    const html = await response.text();

    expect(response.status).toBe(status);
    expect(await htmlFaults(html)).toEqual([]);
    expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
    expect(html).not.toContain('rel="canonical"');
  });

  it.each([PHOTO, '/contact'])('of %s is valid with the errors of a form', async (path) => {
    const body = new URLSearchParams({ website: '' });
    const response = await fetch(site.origin + path, { method: 'POST', body });
    const html = await response.text();

    expect(response.status).toBe(400);
    expect(html).toContain('Name is required');
    expect(await htmlFaults(html)).toEqual([]);
  });
});

describe('the head of a page', () => {
  it.each([`${PHOTO}?gallery=slack-water&sent=comment`, `${GALLERY}?x=1`, '/contact?photo=1'])(
    'of %s has a canonical URL without query',
    async (path) => {
      expect(await read(path)).toContain(`<link rel="canonical" href="${ORIGIN}${path.split('?')[0]}"/>`);
    },
  );

  it.each(PAGES)('of %s has a preview for sharing', async (path) => {
    const preview = await sharePreview(await read(path));

    expect(preview).toMatchObject({
      ogUrl: ORIGIN + path,
      ogSiteName: 'Elin Marsh',
      ogLocale: 'en_US',
      ogType: path === PHOTO ? 'article' : 'website',
    });
    expect(preview.ogTitle).toBeTruthy();
    expect(preview.ogDescription).toBeTruthy();
    expect(preview.twitterTitle).toBe(preview.ogTitle);
    expect(preview.twitterDescription).toBe(preview.ogDescription);
  });

  it.each(['/', '/galleries', GALLERY, PHOTO])('of %s has a large picture', async (path) => {
    const { ogImage, twitterCard, twitterImage } = await sharePreview(await read(path));
    const [image] = ogImage ?? [];

    expect(twitterCard).toBe('summary_large_image');
    expect(twitterImage?.[0]?.url).toBe(image?.url);
    expect(image).toMatchObject({ width: '1200', height: '630', alt: expect.stringMatching(/./) });
    expect(image?.url).toMatch(/^https:\/\/elin\.example\/media\/[\w-]+\/1200\.share\.jpeg$/);
  });
});

describe('structured data', () => {
  it.each([
    ['/', ['WebSite', 'Person']],
    [GALLERY, ['ImageGallery', 'BreadcrumbList']],
    [PHOTO, ['ImageObject', 'BreadcrumbList']],
  ])('of %s is valid', async (path, types) => {
    const things = structuredData(await read(path));

    expect(things.map((thing) => thing['@type'])).toEqual(types);
    expect(await structuredDataFaults(things)).toEqual([]);
  });

  it('of a photo has its creator, its licence and the page to acquire it', async () => {
    const [photo] = structuredData(await read(PHOTO));

    expect(photo).toMatchObject({
      contentUrl: `${ORIGIN}/media/harbour/2400.jpeg`,
      width: { value: 2400 },
      creator: { '@type': 'Person', name: 'Elin Marsh' },
      creditText: 'Elin Marsh',
      copyrightNotice: expect.stringContaining('Elin Marsh'),
      license: LICENCE,
      acquireLicensePage: `${ORIGIN}/contact?photo=1`,
    });
  });

  it('is validated: the validator finds an error', async () => {
    const faults = await structuredDataFaults([{ '@type': 'ImageObject', colour: 'red' }]);

    expect(faults.map(({ issueMessage }) => issueMessage)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"contentUrl" is missing'),
        expect.stringContaining('Property "colour" for type "ImageObject" is not supported'),
      ]),
    );
  });
});

describe('the sitemap and the feeds', () => {
  const readLinked = async (type: string) => {
    const [, path = ''] =
      new RegExp(`<link rel="alternate" type="${type}"[^>]* href="([^"]*)"`).exec(await read('/')) ?? [];
    return read(path);
  };

  it('follow the sitemap protocol', async () => {
    expect(await xmlFaults(await read('/sitemap.xml'), 'sitemap')).toEqual([]);
    expect(await xmlFaults('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', 'sitemap')).not.toEqual([]);
  });

  it('follow it with each part of a large site', async () => {
    await change({ '/api/public/sitemap': () => ({ parts: [{ part: 1, entries: 50_000 }] }) });

    for (const path of ['/sitemap-pages.xml', '/sitemap-1.xml']) {
      expect(await read('/sitemap.xml')).toContain(`<loc>${ORIGIN}${path}</loc>`);
      expect(await xmlFaults(await read(path), 'sitemap')).toEqual([]);
    }
  });

  it('are linked by pages, and valid', async () => {
    const rss = await readLinked('application/rss\\+xml');
    const json = await readLinked('application/feed\\+json');

    expect(await xmlFaults(rss, 'rss')).toEqual([]);
    expect(await xmlFaults('<rss version="2.0"><channel/></rss>', 'rss')).not.toEqual([]);
    // A feed reader parses every field.
    const { version: _, ...fields } = JSON.parse(json);
    expect(parseJsonFeed(json)).toEqual(fields);
  });

  it('have the same items in both feeds', async () => {
    const rss = parseRssFeed(await readLinked('application/rss\\+xml'));
    const json = parseJsonFeed(await readLinked('application/feed\\+json'));

    expect(json.title).toBe(rss.title);
    expect(rss.items).toHaveLength(3);
    expect(json.items?.map(({ title, url, content_html }) => [title, url, content_html])).toEqual(
      rss.items?.map(({ title, link, description }) => [title, link, description]),
    );
    expect(json.items?.map(({ image }) => image)).toEqual(rss.items?.map(({ media }) => media?.contents?.[0]?.url));
  });

  it('are valid on an empty site, as are its pages', async () => {
    await change({
      '/api/galleries?limit=24': () => ({ galleries: [], total: 0, next_cursor: null }),
      '/api/galleries?limit=6': () => ({ galleries: [], total: 0, next_cursor: null }),
      ...aSitemap([], []),
      '/api/photos?limit=30': () => ({ photos: [], total: 0, next_cursor: null }),
    });

    for (const path of ['/', '/galleries']) {
      const html = await read(path);
      expect(html).toContain('No galleries available');
      expect(await htmlFaults(html)).toEqual([]);
    }
    expect(await xmlFaults(await read('/sitemap.xml'), 'sitemap')).toEqual([]);
    expect(await xmlFaults(await read('/feed.xml'), 'rss')).toEqual([]);
    expect(JSON.parse(await read('/feed.json')).items).toEqual([]);
  });
});

it('the icons have the sizes in the page and the manifest', async () => {
  const manifest = JSON.parse(await read('/site.webmanifest'));
  const icons: { src: string; sizes: string }[] = [
    ...manifest.icons.filter(({ type }: { type: string }) => type === 'image/png'),
    { src: '/apple-touch-icon.png', sizes: '180x180' },
  ];

  expect(icons.length).toBeGreaterThan(2);
  for (const { src, sizes } of icons) {
    const response = await site.get(src);
    const png = Buffer.from(await response.arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, response.headers.get('cache-control')]).toEqual([
      sizes,
      'public, max-age=86400',
    ]);
  }
  expect((await site.get('/favicon.ico')).headers.get('content-type')).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/);
  expect((await site.get('/favicon.svg')).headers.get('content-type')).toMatch('image/svg+xml');
});

describe('a new site', () => {
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  /** The API's response with default settings. */
  const defaultTexts = () => {
    const values = settingValues(new Map());
    return someTexts({
      heroText: values.hero_text,
      callToAction: values.hero_call_to_action,
      aboutStory: lines(values.about_story),
      aboutAuthenticity: values.about_authenticity,
      aboutMoment: values.about_moment,
      aboutExpression: values.about_expression,
      contactIntro: values.contact_intro,
      replyPromise: values.reply_promise,
      contactEmail: values.contact_email,
      contactPhone: values.contact_phone,
      contactAddress: values.contact_address,
      imprint: values.imprint,
      privacy: lines(values.privacy),
    });
  };
  const open = (path: string) => {
    const settings = someSettings({ artistName: '', siteTitle: '', copyrightLine: '' });
    const changes = { '/api/public/settings': () => settings, '/api/public/texts': defaultTexts };
    return change(changes).then(() => read(path));
  };

  it.each(['/about', '/contact', '/imprint'])('has valid HTML at %s, without empty sections', async (path) => {
    const html = await open(path);
    const { document } = new JSDOM(html).window;

    expect(await htmlFaults(html)).toEqual([]);
    expect(await structuredDataFaults(structuredData(html))).toEqual([]);
    expect([...document.querySelectorAll('main :is(h2, dt) + :is(h2, dt), main :is(h2, dl):empty')]).toEqual([]);
    expect(document.querySelector('main')?.lastElementChild?.matches('h1, h2')).toBe(false);
  });
});

describe('the artist’s text', () => {
  const SOCIAL = ['https://social.example/@elin', 'https://www.pictures.example/elin?a=1&b="2"'];
  const TITLE = '</title>]]>&"';
  /** Texts with markup of pages, feeds and JSON-LD. */
  const TEXTS = {
    heroText: 'Hello </h1><script>alert(1)</script>',
    callToAction: 'Come <in>',
    aboutStory: ['I am.', 'I was <i>not</i>.\nEver.'],
    aboutAuthenticity: '',
    aboutMoment: '\u202eשלום\u202c & more',
    contactIntro: '',
    contactEmail: 'ruth?subject=x@elin.example',
    contactPhone: '',
    contactAddress: '',
    privacy: ['</script><!-- nothing'],
  };
  const pageOf = async (path: string) => new JSDOM(await read(path)).window.document;
  const textOf = (document: Document, selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  const write = () =>
    change({
      '/api/public/settings': () => someSettings({ siteTitle: TITLE, socialLinks: SOCIAL }),
      '/api/public/texts': () => someTexts(TEXTS),
    });

  it('is on its pages verbatim, without empty texts', async () => {
    await write();
    const [home, about, contact, imprint] = await Promise.all(['/', '/about', '/contact', '/imprint'].map(pageOf));

    expect(textOf(home!, 'h1, main section > div a[href="/galleries"]')).toEqual([TEXTS.heroText, TEXTS.callToAction]);
    expect(home!.title).toBe(`${TITLE} — Photographs`);
    expect(textOf(home!, 'header > a')).toEqual([TITLE]);
    expect(textOf(about!, 'main p')).toEqual(TEXTS.aboutStory);
    expect(textOf(about!, 'main dt')).toEqual(['Moment', 'Expression']);
    expect(textOf(about!, 'main dd')[0]).toBe(TEXTS.aboutMoment);
    expect(textOf(contact!, 'h1 + p')).toEqual(['I answer on Sundays.']);
    expect(textOf(contact!, 'main dt')).toEqual(['Email']);
    expect(contact!.querySelector('main dd a')?.getAttribute('href')).toBe('mailto:ruth%3Fsubject=x@elin.example');
    expect(textOf(imprint!, 'h2 + p')).toEqual([
      'Elin Marsh\n1 Quay\nNorthport',
      TEXTS.contactEmail,
      '© Elin Marsh',
      TEXTS.privacy[0],
    ]);
    for (const page of [home, about, contact, imprint]) {
      const links = [...page!.querySelectorAll('footer a[rel="me noopener"]')];
      expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
        [SOCIAL[0], 'social.example'],
        [SOCIAL[1], 'pictures.example'],
      ]);
    }
  });

  it.each(PAGES)('leaves the HTML of %s valid', async (path) => {
    await write();
    const html = await read(path);

    expect(await htmlFaults(html)).toEqual([]);
    expect((await sharePreview(html)).ogSiteName).toBe(TITLE);
  });

  it('is in structured data and feeds, with the artist’s profiles', async () => {
    await write();
    const [website, artist] = structuredData(await read('/'));
    const [rss, json] = await Promise.all([read('/feed.xml'), read('/feed.json')]);

    expect(website).toMatchObject({ '@type': 'WebSite', name: TITLE });
    expect(artist).toMatchObject({ '@type': 'Person', name: 'Elin Marsh', sameAs: SOCIAL });
    expect(await structuredDataFaults([website!, artist!])).toEqual([]);
    expect(await xmlFaults(rss, 'rss')).toEqual([]);
    expect(parseRssFeed(rss).title).toBe(TITLE);
    expect(JSON.parse(json)).toMatchObject({ title: TITLE, authors: [{ name: 'Elin Marsh' }] });
    expect(JSON.parse(await read('/site.webmanifest'))).toMatchObject({ name: TITLE });
  });
});
