import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { INLINE_SCRIPT } from '../../src/app/layout/static-head.tsx';
import { aSitemap } from '../../test/fake-api.ts';
import { aGallery, aPhoto, aPicture, someSettings, someTexts } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';

/** Texts of an artist or an attacker: names of a picture, a gallery and the site. */
const TEXTS: Record<string, string> = {
  'the end of a script': '</script><img src=x onerror=alert(1)><!--',
  'the end of a title': '</title><svg onload=alert(1)>',
  'the end of CDATA, twice': 'a ]]> b ]]> <b>c</b>',
  'an attribute': "\"><img src=x onerror='alert(1)'>",
  entities: '&amp; &lt;b&gt; &#60; & &c',
  'separators of lines': 'one\u2028two\u2029three',
  'a control character': 'one\u000btwo',
  'a language from right to left': '\u202eשלום עולם\u202c',
  emoji: '👩‍🎨 🌊 \u{1f3f4}\u{e0067}\u{e007f}',
  'the maximum length': '🌊'.repeat(255),
};

const forXml = (text: string) => text.replaceAll('\u000b', '');

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

async function read(path: string) {
  const response = await site.get(path);
  expect(response.status).toBe(200);
  return response.text();
}

/** Site texts that all have the same value. */
const everyText = (text: string) => ({
  ...Object.fromEntries(
    Object.entries(someTexts()).map(([name, usual]) => [name, Array.isArray(usual) ? [text, text] : text]),
  ),
  aboutPortrait: { ...aPicture(), alt_text: text },
  exhibitions: [{ year: text, title: text, place: text, link: '' }],
});

/** Parses a page and checks that no text became markup. */
async function openPage(path: string) {
  const { document } = new JSDOM(await read(path)).window;
  expect(document.querySelectorAll('[onerror], [onload], img[src="x"]')).toHaveLength(0);
  const scripts = [...document.scripts].filter(({ type }) => !type.endsWith('json'));
  expect(scripts.map(({ src, text }) => src || text)).toEqual([INLINE_SCRIPT, '/assets/loader-abc.js']);
  const meta = (name: string) =>
    document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
  const state = JSON.parse(document.getElementById('page-state')?.textContent ?? '');
  return { document, meta, state };
}

/** Parses a page with structured data. */
async function open(path: string) {
  const page = await openPage(path);
  const data = JSON.parse(page.document.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  const find = (type: string) => data['@graph'].find((thing: { '@type': string }) => thing['@type'] === type);
  return { ...page, find };
}

/** Replaces all texts of the site by one. */
async function publish(text: string) {
  const gallery = aGallery({ title: text, description: text });
  const photo = aPhoto({
    title: text,
    description: text,
    alt_text: text,
    galleries: [{ id: 1, title: text, slug: gallery.slug }],
  });
  const list = { total: 1, next_cursor: null };
  Object.assign(site.api.responses, {
    '/api/photos/1': () => ({ photo }),
    '/api/galleries/slack-water?limit=60': () => ({
      gallery: { ...gallery, photoCount: 1 },
      photos: [photo],
      ...list,
    }),
    ...aSitemap([gallery], [photo]),
    '/api/photos?limit=30': () => ({ photos: [photo], ...list }),
    '/api/public/settings': () =>
      someSettings({
        artistName: text,
        copyrightLine: text,
        licenceUrl: `https://a.example/${text}`,
        siteTitle: text,
        socialLinks: [`https://social.example/${text}`],
      }),
    '/api/public/texts': () => everyText(text),
    '/api/news/1': () => ({}),
  });
  await fetch(`${site.origin}/api/news/1`, { method: 'PUT', body: '{}' });
}

it.each([
  ['/about', 13],
  ['/contact', 4],
  ['/imprint', 5],
])('each text is escaped on %s', async (path, times) => {
  const text = TEXTS['the end of a script']! + TEXTS['an attribute']!;
  await publish(text);
  const { document, state } = await openPage(path);
  const shown = [...document.querySelectorAll('main *')].filter(
    (element) => element.children.length === 0 && element.textContent?.includes(text),
  );

  expect(shown).toHaveLength(times);
  expect(JSON.stringify(state)).toContain(JSON.stringify(text));
});

describe.each(Object.entries(TEXTS))('%s', (_, text) => {
  beforeAll(() => publish(text));

  it('is escaped on the page of a photo', async () => {
    const { document, meta, find, state } = await open('/photo/1');

    expect(document.querySelector('h1')?.textContent).toBe(text);
    expect(document.querySelector('title')?.textContent).toBe(`${text} — ${text}`);
    expect([meta('og:title'), meta('twitter:title'), meta('og:site_name')]).toEqual([text, text, text]);
    expect(find('ImageObject')).toMatchObject({
      name: text,
      caption: text,
      description: text,
      creator: { name: text },
      copyrightNotice: text,
    });
    expect(find('BreadcrumbList').itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      text,
      'Galleries',
      text,
      text,
    ]);
    expect(JSON.stringify(state)).toContain(JSON.stringify(text));
    expect(() => encodeURIComponent(meta('description') ?? '')).not.toThrow();
  });

  it('is escaped on the page of a gallery', async () => {
    const { document, meta, find } = await open('/gallery/slack-water');

    expect(document.querySelector('h1')?.textContent).toBe(text);
    expect(meta('og:title')).toBe(text);
    expect(find('ImageGallery')).toMatchObject({ name: text, description: text, associatedMedia: [{ name: text }] });
  });

  it('is escaped on the home page', async () => {
    const { document, find, meta } = await open('/');

    expect(document.querySelector('h1')?.textContent).toBe(text);
    expect(document.querySelector('main a')?.textContent).toBe(text);
    expect(document.querySelector('title')?.textContent).toBe(`${text} — Photographs`);
    const link = document.querySelector('footer a[rel="me noopener"]');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([
      'social.example',
      `https://social.example/${text}`,
    ]);
    expect(find('WebSite').name).toBe(text);
    expect(find('Person')).toMatchObject({ name: text, sameAs: [`https://social.example/${text}`] });
    expect(meta('og:site_name')).toBe(text);
  });

  it('is escaped in the feeds, without characters that XML forbids', async () => {
    const rss = new JSDOM(await read('/feed.xml'), { contentType: 'application/xml' }).window.document;
    const json = JSON.parse(await read('/feed.json'));

    expect(rss.querySelector('channel > title')?.textContent).toBe(forXml(text));
    expect(rss.querySelector('channel > copyright')?.textContent).toBe(forXml(text));
    expect(rss.querySelector('item > title')?.textContent).toBe(forXml(text));
    expect(rss.getElementsByTagName('dc:creator')[0]?.textContent).toBe(forXml(text));
    expect(json).toMatchObject({ title: text, authors: [{ name: text }], items: [{ title: text, summary: text }] });

    const shown = [rss.querySelector('item > description')?.textContent, json.items[0].content_html];
    for (const [html, wanted] of shown.map((html, index) => [html, index === 0 ? forXml(text) : text] as const)) {
      const { document } = new JSDOM(html).window;
      expect(document.querySelectorAll('[onerror], [onload], script, svg, b')).toHaveLength(0);
      expect(document.querySelector('img')?.alt).toBe(wanted);
      expect(document.querySelector('p:last-child')?.textContent).toBe(wanted);
    }
  });

  it('is escaped in sitemap and manifest', async () => {
    const map = new JSDOM(await read('/sitemap.xml'), { contentType: 'application/xml' }).window.document;

    expect(map.querySelectorAll('url')).toHaveLength(7);
    expect(JSON.parse(await read('/site.webmanifest')).name).toBe(text);
  });
});
