import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GALLERY_LAYOUTS, type GalleryView } from '@portfolio/contracts';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { displayedImages, loadImages, NO_FRAMES, type DisplayedImage } from '../../src/displayed-images.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { atLevel } from '../../src/full-level.ts';

const SHAPES = {
  panoramic: { width: 3000, height: 500 },
  wide: { width: 2560, height: 1440 },
  square: { width: 2400, height: 2400 },
  upright: { width: 1600, height: 2400 },
};
type Shape = keyof typeof SHAPES;
const NAMES = Object.keys(SHAPES) as Shape[];

/** Windows in CSS pixels, with their pixel density. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
]
  .flatMap((window) => [1, 2, 3].map((density) => ({ ...window, density })))
  .filter(({ width, density }) => isFullLevel || (width === 390 && density === 3));
type Screen = (typeof SCREENS)[number];

/** Tolerance for rounded heights and `sizes`. */
const ROUNDING = 1.02;

const photos = {} as Record<Shape, number>;

useSite();
useArtist();

beforeAll(async () => {
  await artist.setVisibility(await artist.galleries(), false);
  const uploads = NAMES.map(async (shape) => {
    photos[shape] = (await artist.upload(await plainPicture('#3a5a78', SHAPES[shape]), shape)).id;
  });
  await Promise.all(uploads);
}, FIRST_START_MS);

describe.each(atLevel(NAMES))('with a %s photo first', (first) => {
  const paths: string[] = [];
  beforeAll(async () => {
    const from = NAMES.indexOf(first);
    const order = [...NAMES.slice(from), ...NAMES.slice(0, from)];
    // The newest gallery is shown first.
    for (const cover of order.toReversed()) {
      const inside = [cover, ...order.filter((shape) => shape !== cover)];
      const { slug } = await artist.addGallery(
        `Cover ${cover}, first ${first}`,
        inside.map((shape) => photos[shape]),
      );
      if (cover === first) paths.push('/', '/galleries', `/gallery/${slug}`, `/photo/${photos[first]}`);
    }
    await waitForText(['/', '/galleries'], `Cover ${first}, first ${first}`);
  });
  afterAll(async () => {
    for (const gallery of await artist.galleries()) {
      if (gallery.title.endsWith(`, first ${first}`)) await artist.deleteGallery(gallery);
    }
  });

  it.each(SCREENS)('no image is upscaled or oversized at $width px, density $density', async (screen) => {
    const pictures = (await Promise.all(paths.map((path) => measureImages(path, screen)))).flat();

    expect(pictures.filter(isUpscaled)).toEqual([]);
    expect(pictures.filter(isOversized)).toEqual([]);
    // Four covers on each list, the photos of a gallery with the cover of the next one, and one photo page.
    expect(pictures).toHaveLength(14);
  });
});

describe.each(GALLERY_LAYOUTS)('in the layout %s', (layout) => {
  let gallery: GalleryView;
  beforeAll(async () => {
    const ids = NAMES.map((shape) => photos[shape]);
    gallery = await artist.addGallery(`In ${layout}`, ids, null, layout);
  });
  afterAll(() => artist.deleteGallery(gallery));

  it.each(atLevel(SCREENS))('no photo is upscaled or oversized at $width px, density $density', async (screen) => {
    const pictures = await measureImages(`/gallery/${gallery.slug}`, screen);

    expect(pictures.filter(isUpscaled)).toEqual([]);
    expect(pictures.filter(isOversized)).toEqual([]);
    expect(pictures).toHaveLength(NAMES.length);
  });
});

describe.each(isFullLevel ? NAMES : NAMES.slice(1, 2))('with a %s background image', (shape) => {
  beforeAll(async () => artist.setBackground(await plainPicture('#3a5a78', SHAPES[shape])));
  afterAll(() => artist.removeBackground());

  it.each(isFullLevel ? ['the title section', 'the whole page'] : ['the title section'])(
    'it is sharp behind %s',
    async (area) => {
      await artist.set({ full_page_background: String(area === 'the whole page') });
      await waitForText(['/'], `data-background="${area === 'the whole page' ? 'page' : 'hero'}"`);
      const pictures = [];
      for (const screen of SCREENS) pictures.push(...(await measureImages('/', screen)));

      expect(pictures.filter(isUpscaled)).toEqual([]);
      expect(pictures.filter(isOversized)).toEqual([]);
      expect(pictures).toHaveLength(SCREENS.length);
    },
  );
});

// The preload scanner reads on while a script blocks the parser.
it('a phone loads each image once, and none oversized, while a script blocks the parser', async () => {
  await artist.setBackground(await plainPicture('#3a5a78', SHAPES.square));
  await artist.set({ full_page_background: 'true' });
  await waitForText(['/'], 'data-background="page"');
  const context = await visit(browser, 'phone', { deviceScaleFactor: 1 });
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') loaded.push(new URL(request.url()).pathname);
  });
  await page.route(`${site.url}/`, async (route) => {
    const body = (await (await route.fetch()).text()).replace('</head>', '<script src="/slow.js"></script></head>');
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.route('**/slow.js', (route) => setTimeout(() => void route.fulfill({ body: '' }), 500));
  await page.goto(site.url);
  await loadImages(page);

  const shown = await displayedImages(page);
  expect(shown.filter(isOversized)).toEqual([]);
  expect(loaded.toSorted()).toEqual(shown.map(({ path }) => path).toSorted());
  await context.close();
  await artist.removeBackground();
});

/**
 * Opens a page and measures its images. Sometimes the bundled Chromium stops drawing frames of one page (NO_FRAMES): that
 * page is opened again.
 */
const measureImages = (path: string, screen: Screen) =>
  tryMeasureImages(path, screen).catch((error: Error) => {
    if (!error.message.includes(NO_FRAMES)) throw error;
    return tryMeasureImages(path, screen);
  });

/** Opens a page with an empty cache: browsers reuse a wider rendition from the cache. */
async function tryMeasureImages(path: string, { width, height, density }: Screen) {
  const context = await visit(browser, 'desktop', {
    viewport: { width, height },
    deviceScaleFactor: density,
    // Mobile devices have overlay scrollbars.
    isMobile: width < 1024,
  });
  try {
    const page = await context.newPage();
    await page.goto(site.url + path);
    await loadImages(page);
    const pictures = await displayedImages(page);
    return pictures.map((picture) => ({ page: `${path} ${width}@${density}`, ...picture }));
  } finally {
    await context.close();
  }
}

/** Whether it is upscaled although a wider rendition exists. */
const isUpscaled = ({ needed, width, widths }: DisplayedImage) => width !== widths.at(-1) && needed > width * ROUNDING;

/** Whether it is more than one step of the rendition widths wider than needed. */
function isOversized({ needed, width, widths }: DisplayedImage): boolean {
  const enough = widths.findIndex((one) => one * ROUNDING >= needed);
  return enough >= 0 && widths.indexOf(width) > enough + 1;
}

/** Waits until pages have a text: servers cache pages for seconds. */
const waitForText = (paths: string[], text: string) =>
  eventually(
    () => Promise.all(paths.map(async (path) => (await fetch(site.url + path)).text())),
    (pages) => pages.every((html) => html.includes(text)),
  );
