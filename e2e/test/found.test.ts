import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { Artist } from '../src/artist.ts';
import { FIRST_START, startDemoSite } from '../src/demo-site.ts';
import { eventually } from '../src/eventually.ts';
import { htmlFaults } from '../src/html-faults.ts';
import { sharePreview } from '../src/share-preview.ts';
import type { Site } from '../src/site.ts';
import { structuredData, structuredDataFaults } from '../src/structured-data.ts';
import { xmlFaults } from '../src/xml-faults.ts';

/** Milliseconds in which everybody sees what the artist has changed. */
const SEEN_WITHIN = 5_000;

const PHOTO = '/photo/1';
const GALLERY = '/gallery/slack-water';
const PAGES = ['/', '/galleries', GALLERY, PHOTO, '/about', '/contact', '/imprint'];

let site: Site;
let artist: Artist;

beforeAll(async () => {
  site = await startDemoSite();
  artist = await Artist.of(site);
  await artist.set({ artist_name: 'Elin Marsh', licence_url: 'https://creativecommons.org/licenses/by-nc/4.0/' });
}, FIRST_START);

afterAll(async () => {
  expect(await site?.stop()).toEqual({ status: 0, left: [] });
});

const get = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init });
const read = async (path: string) => (await get(path)).text();

describe('the HTML', () => {
  it.each([...PAGES, `${PHOTO}?gallery=slack-water`, '/contact?photo=1'])('of %s has no fault', async (path) => {
    const response = await get(path);

    expect(response.status).toBe(200);
    expect(await htmlFaults(await response.text())).toEqual([]);
  });

  it.each([
    ['/no/such/page', 404],
    ['/gallery/none', 404],
    ['/photo/99999', 404],
    ['/%zz', 400],
  ])('of %s, where there is nothing, has none either, and is not to be listed', async (path, status) => {
    const response = await get(path);
    const html = await response.text();

    expect(response.status).toBe(status);
    expect(await htmlFaults(html)).toEqual([]);
    expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
    expect(html).not.toContain('rel="canonical"');
  });

  it.each([PHOTO, '/contact'])('of %s with a form that comes back has none', async (path) => {
    const response = await get(path, { method: 'POST', body: new URLSearchParams({ website: '' }) });
    const html = await response.text();

    expect(response.status).toBe(400);
    expect(html).toContain('Name is required');
    expect(await htmlFaults(html)).toEqual([]);
  });
});

describe('the head of a page', () => {
  it.each([`${PHOTO}?gallery=slack-water&sent=comment`, `${GALLERY}?x=1`, '/contact?photo=1'])(
    'of %s knows it by its path alone',
    async (path) => {
      expect(await read(path)).toContain(`<link rel="canonical" href="${site.url}${path.split('?')[0]}"/>`);
    },
  );

  it.each(PAGES)('of %s is understood where it is shared', async (path) => {
    const preview = await sharePreview(site.url + path);

    expect(preview).toMatchObject({
      ogUrl: site.url + path,
      ogSiteName: 'Elin Marsh',
      ogLocale: 'en_US',
      ogType: path === PHOTO ? 'article' : 'website',
    });
    expect(preview.ogTitle).toBeTruthy();
    expect(preview.ogDescription).toBeTruthy();
    expect(preview.twitterTitle).toBe(preview.ogTitle);
    expect(preview.twitterDescription).toBe(preview.ogDescription);
  });

  it.each(['/', '/galleries', GALLERY, PHOTO])('of %s shows a picture as it is announced', async (path) => {
    const { ogImage, twitterCard, twitterImage } = await sharePreview(site.url + path);
    const [image] = ogImage ?? [];
    const response = await fetch(image?.url ?? '');
    const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();

    expect(twitterCard).toBe('summary_large_image');
    expect(twitterImage?.[0]?.url).toBe(image?.url);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect({ width: String(width), height: String(height), format }).toEqual({
      width: String(image?.width),
      height: String(image?.height),
      format: 'jpeg',
    });
    expect(Math.max(width ?? 0, height ?? 0)).toBe(1200);
    expect(image?.alt).toBeTruthy();
  });
});

describe('what search engines are told', () => {
  it.each([
    ['/', ['WebSite', 'Person']],
    [GALLERY, ['ImageGallery', 'BreadcrumbList']],
    [PHOTO, ['ImageObject', 'BreadcrumbList']],
  ])('on %s is sound', async (path, types) => {
    const things = structuredData(await read(path));

    expect(things.map((thing) => thing['@type'])).toEqual(types);
    expect(await structuredDataFaults(things)).toEqual([]);
  });

  it('of a photo names its maker, its licence and where to ask for it', async () => {
    const [photo] = structuredData(await read(PHOTO));
    const response = await fetch(String(photo?.['contentUrl']));
    const { width } = await sharp(await response.arrayBuffer()).metadata();

    expect(photo).toMatchObject({
      creator: { '@type': 'Person', name: 'Elin Marsh' },
      creditText: 'Elin Marsh',
      copyrightNotice: expect.stringContaining('Elin Marsh'),
      license: 'https://creativecommons.org/licenses/by-nc/4.0/',
      acquireLicensePage: `${site.url}/contact?photo=1`,
      width: { value: width },
    });
  });

  it('is judged: a thing that is none is found', async () => {
    const faults = await structuredDataFaults([{ '@type': 'ImageObject', colour: 'red' }]);

    expect(faults.map(({ issueMessage }) => issueMessage)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"contentUrl" is missing'),
        expect.stringContaining('Property "colour" for type "ImageObject" is not supported'),
      ]),
    );
  });
});

describe('the sitemap', () => {
  it('follows the protocol', async () => {
    expect(await xmlFaults(await read('/sitemap.xml'), 'sitemap')).toEqual([]);
    expect(await xmlFaults('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', 'sitemap')).not.toEqual([]);
  });

  it('is named by robots.txt, and leads to every page and picture', async () => {
    const [, address = ''] = /^Sitemap: (.*)$/m.exec(await read('/robots.txt')) ?? [];
    const map = await (await fetch(address)).text();
    const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page = '']) => page);
    const pictures = [...map.matchAll(/<image:loc>(.*?)<\/image:loc>/g)].map(([, picture = '']) => picture);

    expect(pages).toEqual(expect.arrayContaining(PAGES.map((path) => site.url + path)));
    const photos = (await artist.photos()).map(({ id }) => `${site.url}/photo/${id}`);
    expect(pages.filter((page) => page.includes('/photo/'))).toEqual(photos);
    const statuses = await Promise.all(
      [...pages, ...pictures].map(async (place) => [place, (await fetch(place, { method: 'HEAD' })).status]),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe('the feeds', () => {
  const announced = async (type: string) => {
    const [, path = ''] =
      new RegExp(`<link rel="alternate" type="${type}"[^>]* href="([^"]*)"`).exec(await read('/')) ?? [];
    return read(path);
  };

  it('are announced by every page, and sound', async () => {
    const rss = await announced('application/rss\\+xml');
    const json = await announced('application/feed\\+json');

    expect(await xmlFaults(rss, 'rss')).toEqual([]);
    expect(await xmlFaults('<rss version="2.0"><channel/></rss>', 'rss')).not.toEqual([]);
    // What a reader of feeds understands of it is all that was said.
    const { version: _, ...said } = JSON.parse(json);
    expect(parseJsonFeed(json)).toEqual(said);
  });

  it('say the same, and what is on the pages', async () => {
    const rss = parseRssFeed(await announced('application/rss\\+xml'));
    const json = parseJsonFeed(await announced('application/feed\\+json'));
    const photos = await artist.photos();

    expect(rss.title).toBe('Elin Marsh');
    expect(json.title).toBe('Elin Marsh');
    expect(rss.items?.map(({ title, link }) => [title, link])).toEqual(
      photos.map(({ id, title }) => [title, `${site.url}/photo/${id}`]),
    );
    expect(json.items?.map(({ title, url }) => [title, url])).toEqual(
      rss.items?.map(({ title, link }) => [title, link]),
    );
    expect(rss.items?.[0]).toMatchObject({
      pubDate: new Date(photos[0]?.created_at ?? '').toUTCString(),
      description: json.items?.[0]?.content_html,
      dc: { creators: ['Elin Marsh'] },
      media: { contents: [{ url: json.items?.[0]?.image, medium: 'image', type: 'image/jpeg' }] },
    });
  });
});

describe('the files that stand for the site', () => {
  it('are what the page and the manifest say they are', async () => {
    const manifest = await (await get('/site.webmanifest')).json();
    expect(manifest).toMatchObject({ name: 'Elin Marsh', start_url: '/' });

    const icons = [
      ...manifest.icons.filter(({ type }: { type: string }) => type === 'image/png'),
      { src: '/apple-touch-icon.png', sizes: '180x180' },
    ];
    for (const { src, sizes } of icons) {
      const response = await get(src);
      const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
      expect([`${width}x${height}`, format, response.headers.get('cache-control')]).toEqual([
        sizes,
        'png',
        'public, max-age=86400',
      ]);
    }
    expect((await get('/favicon.ico')).headers.get('content-type')).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/);
    expect((await get('/favicon.svg')).headers.get('content-type')).toMatch('image/svg+xml');
  });
});

describe('what the artist hides', () => {
  /** Everything that machines read, in which the gallery or one of its photos could be told of. */
  const surfaces = ['/sitemap.xml', '/feed.xml', '/feed.json', '/', '/galleries'];

  it('is gone from everything within seconds, and back again when it is shown', async () => {
    const gallery = await artist.gallery('slack-water');
    const inGallery = (await artist.photos()).filter((photo) => photo.galleries.some(({ id }) => id === gallery.id));
    const traces = [GALLERY, ...inGallery.flatMap(({ id }) => [`/photo/${id}"`, `/photo/${id}<`, `/media/${id}/`])];
    const tracesIn = async (path: string) => {
      const text = await read(path);
      return traces.filter((trace) => text.includes(trace));
    };
    const allTraces = async () => (await Promise.all(surfaces.map(tracesIn))).flat();
    const statuses = () =>
      Promise.all([GALLERY, `/photo/${inGallery[0]?.id}`].map(async (path) => (await get(path)).status));
    expect(await Promise.all(surfaces.map(async (path) => (await tracesIn(path)).length > 0))).toEqual(
      surfaces.map(() => true),
    );

    await artist.switchGalleries([gallery], false);
    expect(await eventually(allTraces, (found) => found.length === 0, SEEN_WITHIN)).toEqual([]);
    expect(await eventually(statuses, (found) => found.every((status) => status === 404), SEEN_WITHIN)).toEqual([
      404, 404,
    ]);

    await artist.switchGalleries([gallery], true);
    expect(
      await eventually(
        () => tracesIn('/feed.xml'),
        (found) => found.length > 0,
        SEEN_WITHIN,
      ),
    ).not.toEqual([]);
    expect(await eventually(statuses, (found) => found.every((status) => status === 200), SEEN_WITHIN)).toEqual([
      200, 200,
    ]);
  });

  it('leaves a sound site behind, even when it is everything', async () => {
    const galleries = await artist.galleries();
    await artist.switchGalleries(galleries, false);
    await eventually(
      () => read('/galleries'),
      (html) => html.includes('No galleries available'),
      SEEN_WITHIN,
    );

    for (const path of ['/', '/galleries']) {
      const html = await read(path);
      expect(html).toContain('No galleries available');
      expect(await htmlFaults(html)).toEqual([]);
    }
    expect(await xmlFaults(await read('/sitemap.xml'), 'sitemap')).toEqual([]);
    expect(await xmlFaults(await read('/feed.xml'), 'rss')).toEqual([]);
    expect((await (await get('/feed.json')).json()).items).toEqual([]);
    await artist.switchGalleries(galleries, true);
  });
});

describe('what the artist writes', () => {
  const SOCIAL = ['https://social.example/@elin', 'https://www.pictures.example/elin?a=1&b="2"'];
  /** Each with something in it that a page, a feed or a block of data must not take for its own. */
  const WORDS = {
    site_title: '</title>]]>&"',
    hero_text: 'Hello </h1><script>alert(1)</script>',
    hero_call_to_action: 'Come <in>',
    about_story: 'I am.\r\n\r\nI was <i>not</i>.\r\nEver.',
    about_moment: '\u202eשלום\u202c & more',
    reply_promise: 'I answer on Sundays.',
    contact_email: 'ruth?subject=x@elin.example',
    imprint: '1 Quay\r\nNorthport',
    privacy: '</script><!-- nothing',
    social_links: SOCIAL.join('\r\n'),
  };
  const EMPTIED = { about_authenticity: '', contact_intro: '', contact_phone: '', contact_address: '' };
  const pageOf = async (path: string) => new JSDOM(await read(path)).window.document;
  const textOf = (document: Document, selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

  it('is on its pages within seconds, word for word, and what she empties is gone', async () => {
    await artist.set({ ...WORDS, ...EMPTIED });
    await eventually(
      () => read('/'),
      (html) => html.includes('Come &lt;in&gt;'),
      SEEN_WITHIN,
    );
    const [home, about, contact, imprint] = await Promise.all(['/', '/about', '/contact', '/imprint'].map(pageOf));

    expect(textOf(home!, 'h1, main section > div a[href="/galleries"]')).toEqual([
      WORDS.hero_text,
      WORDS.hero_call_to_action,
    ]);
    expect(home!.title).toBe(`${WORDS.site_title} — Photographs`);
    expect(textOf(home!, 'header > a')).toEqual([WORDS.site_title]);
    expect(textOf(about!, 'main p')).toEqual(['I am.', 'I was <i>not</i>.\nEver.']);
    expect(textOf(about!, 'main dt')).toEqual(['Moment', 'Expression']);
    expect(textOf(about!, 'main dd')[0]).toBe(WORDS.about_moment);
    expect(textOf(contact!, 'h1 + p')).toEqual([WORDS.reply_promise]);
    expect(textOf(contact!, 'main dt')).toEqual(['Email']);
    expect(contact!.querySelector('main dd a')?.getAttribute('href')).toBe('mailto:ruth%3Fsubject=x@elin.example');
    expect(textOf(imprint!, 'h2 + p')).toEqual([
      'Elin Marsh\n1 Quay\nNorthport',
      WORDS.contact_email,
      '© Elin Marsh',
      WORDS.privacy,
    ]);
    for (const page of [home, about, contact, imprint]) {
      const links = [...page!.querySelectorAll('footer a[rel="me noopener"]')];
      expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
        [SOCIAL[0], 'social.example'],
        [SOCIAL[1], 'pictures.example'],
      ]);
    }
  });

  it.each(PAGES)('leaves the HTML of %s without a fault', async (path) => {
    expect(await htmlFaults(await read(path))).toEqual([]);
    expect((await sharePreview(site.url + path)).ogSiteName).toBe(WORDS.site_title);
  });

  it('is what machines call the site, and where else they find her', async () => {
    const [website, artistHerself] = structuredData(await read('/'));
    const [rss, json] = await Promise.all([read('/feed.xml'), read('/feed.json')]);

    expect(website).toMatchObject({ '@type': 'WebSite', name: WORDS.site_title });
    expect(artistHerself).toMatchObject({ '@type': 'Person', name: 'Elin Marsh', sameAs: SOCIAL });
    expect(await structuredDataFaults([website!, artistHerself!])).toEqual([]);
    expect(await xmlFaults(rss, 'rss')).toEqual([]);
    expect(parseRssFeed(rss).title).toBe(WORDS.site_title);
    expect(JSON.parse(json)).toMatchObject({ title: WORDS.site_title, authors: [{ name: 'Elin Marsh' }] });
    expect(await (await get('/site.webmanifest')).json()).toMatchObject({ name: WORDS.site_title });
  });
});
