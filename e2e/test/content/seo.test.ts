import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { Artist } from '../../src/artist.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';

/** Time until visitors see a change. */
const VISIBLE_TIMEOUT_MS = 5_000;

const PHOTO = '/photo/1';
const GALLERY = '/gallery/slack-water';
const PAGES = ['/', '/galleries', GALLERY, PHOTO, '/about', '/contact', '/imprint'];

let site: Site;
let artist: Artist;

beforeAll(async () => {
  site = await Site.demo();
  artist = await Artist.signIn(site.url);
  await artist.set({ site_title: 'Elin Marsh' });
}, FIRST_START_MS);

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });
const read = async (path: string) => (await get(path)).text();

/** Fetches an image: its content type by the header, and its size and format by its bytes. */
async function fetchPicture(address = '') {
  const response = await fetch(address);
  const { width = 0, height = 0, format } = await sharp(await response.arrayBuffer()).metadata();
  return { type: response.headers.get('content-type'), width, height, format };
}

describe('metadata', () => {
  it.each(['/', '/galleries', GALLERY, PHOTO])(
    'the link preview image of %s has the declared size and type',
    async (path) => {
      const html = await read(path);
      const meta = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
      const { type, ...size } = await fetchPicture(meta('og:image'));

      expect(type).toBe('image/jpeg');
      expect(size).toEqual({
        width: Number(meta('og:image:width')),
        height: Number(meta('og:image:height')),
        format: 'jpeg',
      });
      expect(size).toMatchObject({ width: 1200, height: 630 });
    },
  );

  it('the structured data of a photo has the width of its image', async () => {
    const html = await read(PHOTO);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const [photo] = JSON.parse(json)['@graph'];

    expect((await fetchPicture(photo.contentUrl)).width).toBe(photo.width.value);
  });
});

describe('the sitemap', () => {
  it('is in robots.txt, lists every page and photo, and its addresses respond with 200', async () => {
    const [, address = ''] = /^Sitemap: (.*)$/m.exec(await read('/robots.txt')) ?? [];
    const map = await (await fetch(address)).text();
    const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page = '']) => page);
    const pictures = [...map.matchAll(/<image:loc>(.*?)<\/image:loc>/g)].map(([, picture = '']) => picture);

    expect(pages).toEqual(expect.arrayContaining(PAGES.map((path) => site.url + path)));
    const photos = (await artist.photos()).map(({ id }) => `${site.url}/photo/${id}`);
    expect(pages.filter((page) => page.includes('/photo/'))).toEqual(photos);
    const statuses = await Promise.all(
      [...pages, ...pictures].map(async (address) => [address, (await fetch(address, { method: 'HEAD' })).status]),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });
});

it('the feed lists the photos, newest first', async () => {
  const photos = await artist.photos();
  const { title, items } = JSON.parse(await read('/feed.json'));

  expect(title).toBe('Elin Marsh');
  expect(items.map((item: { title: string; url: string }) => [item.title, item.url])).toEqual(
    photos.map((photo) => [photo.title, `${site.url}/photo/${photo.id}`]),
  );
});

describe('a hidden gallery', () => {
  /** Feeds, sitemap and pages that list the gallery or its photos while it is public. */
  const listings = ['/sitemap.xml', '/feed.xml', '/feed.json', '/', '/galleries'];

  it('disappears from pages, feeds and the sitemap within seconds, and returns when shown', async () => {
    const gallery = await artist.gallery('slack-water');
    const inGallery = (await artist.photos()).filter((photo) => photo.galleries.some(({ id }) => id === gallery.id));
    // The next character distinguishes /photo/1 from /photo/12.
    const traces = [GALLERY, ...inGallery.flatMap(({ id }) => [`/photo/${id}"`, `/photo/${id}<`, `/media/${id}/`])];
    const tracesIn = async (path: string) => {
      const text = await read(path);
      return traces.filter((trace) => text.includes(trace));
    };
    const allTraces = async () => (await Promise.all(listings.map(tracesIn))).flat();
    const statuses = () =>
      Promise.all([GALLERY, `/photo/${inGallery[0]?.id}`].map(async (path) => (await get(path)).status));
    expect(await Promise.all(listings.map(async (path) => (await tracesIn(path)).length > 0))).toEqual(
      listings.map(() => true),
    );

    await artist.setVisibility([gallery], false);
    expect(await eventually(allTraces, (found) => found.length === 0, { timeoutMs: VISIBLE_TIMEOUT_MS })).toEqual([]);
    expect(
      await eventually(statuses, (found) => found.every((status) => status === 404), { timeoutMs: VISIBLE_TIMEOUT_MS }),
    ).toEqual([404, 404]);

    await artist.setVisibility([gallery], true);
    expect(
      await eventually(
        () => tracesIn('/feed.xml'),
        (found) => found.length > 0,
        { timeoutMs: VISIBLE_TIMEOUT_MS },
      ),
    ).not.toEqual([]);
    expect(
      await eventually(statuses, (found) => found.every((status) => status === 200), { timeoutMs: VISIBLE_TIMEOUT_MS }),
    ).toEqual([200, 200]);
  });
});

it('changed texts are on pages, in feeds and in the manifest within seconds', async () => {
  await artist.set({ site_title: 'Slow Light', about_story: 'I am <i>here</i>.' });
  await waitUntil(async () => (await read('/about')).includes('I am &lt;i&gt;here&lt;/i&gt;.'), {
    timeoutMs: VISIBLE_TIMEOUT_MS,
  });

  expect(await read('/')).toContain('<title>Slow Light');
  expect(await read('/feed.xml')).toContain('<title>Slow Light</title>');
  expect(await (await get('/site.webmanifest')).json()).toMatchObject({ name: 'Slow Light' });
});
