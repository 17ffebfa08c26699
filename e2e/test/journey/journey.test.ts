import { DEMO_ACCOUNT, type PhotoListView, type PhotoView } from '@portfolio/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { call } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { IN_MOTION, screenshotFolder, takeScreenshot, visit } from '../../src/screens/screens.ts';
import { displayedImages, loadImages } from '../../src/displayed-images.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { CARD, testCard, wrongPatches } from '../../src/test-card.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';

const CARD_TITLE = 'Harbour at dusk';
const CARD_ALT = 'Five squares of colour on grain';
const GALLERY = { title: 'First light', slug: 'first-light' };

let context: BrowserContext;
let visitor: MonitoredPage;
let artist: MonitoredPage;
let backOffice: BackOffice;
/** Titles in the artist's order: the new photo between two of the demo. */
let chosen: string[];

useSite();

beforeAll(async () => {
  context = await visit(browser, 'desktop', { ...IN_MOTION, deviceScaleFactor: 2 });
  visitor = await openMonitoredPage(context);
  artist = await openMonitoredPage(context);
  backOffice = new BackOffice(artist.page, `${site.url}/admin`);
}, FIRST_START_MS);

describe('a demo site', () => {
  it('prints its address and the sign-in', () => {
    for (const word of [site.url, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password]) expect(site.output).toContain(word);
  });

  it('is healthy in all parts', async () => {
    const response = await fetch(`${site.url}/api/health`);

    expect(response.status).toBe(200);
    expect((await response.json()).parts).toEqual({ database: 'up', queue: 'up', worker: 'up', storage: 'up' });
  });

  it('shows the demo galleries', async () => {
    const { page } = visitor;
    await page.goto(site.url);

    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Welcome to my online portfolio');
    expect(await page.getByRole('link', { name: /^View Gallery/ }).count()).toBe(3);
    expect(await page.title()).not.toBe('');
  });

  it('sends no federation code and nothing from third parties', async () => {
    await visitor.page.waitForLoadState('networkidle');

    const scripts = visitor.requests.filter((address) => new URL(address).pathname.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    expect(visitor.requests.filter((address) => /remoteEntry|mf-manifest|federation|admin/i.test(address))).toEqual([]);
    for (const script of scripts) {
      const code = await (await fetch(script)).text();
      expect([script, /__FEDERATION__|__federation|registerRemotes/.test(code)]).toEqual([script, false]);
    }
    const own = visitor.requests.filter((address) => !address.startsWith('data:'));
    expect(own.filter((address) => new URL(address).origin !== site.url)).toEqual([]);
  });

  it('navigates without layout shifts or console errors', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'View Galleries' }).click();
    await page.getByRole('heading', { name: 'Galleries', level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /^View Gallery/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Back to Galleries' }).waitFor();
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');

    expect(Number((await visitor.layoutShift()).toFixed(2))).toBe(0);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

describe('the artist', () => {
  it('signs in with the demo account', async () => {
    await backOffice.open();
    await backOffice.waitForHeading('Sign in');
    expect(await accessibilityViolations(artist.page)).toEqual([]);

    await backOffice.signIn(DEMO_ACCOUNT);
  });

  it('uploads a photo that becomes ready', async () => {
    const image = await testCard();
    expect(image.byteLength).toBeLessThan(10 * 1024 * 1024);

    await backOffice.show('Photos');
    await backOffice.upload(image, { title: CARD_TITLE, altText: CARD_ALT });

    await backOffice.photoCard(CARD_TITLE).getByRole('img').waitFor({ timeout: 60_000 });
    expect(await accessibilityViolations(artist.page)).toEqual([]);
  });

  it('adds it to a gallery with two others, in her order', async () => {
    const { photos } = await call<PhotoListView>('GET', `${site.url}/api/photos`);
    const [one, other] = photos.map(({ title }) => title).filter((title) => title !== CARD_TITLE);
    chosen = [other ?? '', CARD_TITLE, one ?? ''];

    await backOffice.show('Galleries');
    await backOffice.createGallery(GALLERY.title, chosen);

    const row = artist.page.getByRole('row', { name: GALLERY.title });
    await row.waitFor();
    expect(await row.innerText()).toContain(GALLERY.slug);
    expect(await accessibilityViolations(artist.page)).toEqual([]);
  });

  it('had no console errors', () => {
    expect(artist.consoleErrors).toEqual([]);
  });
});

describe('the gallery', () => {
  const cardImage = () => visitor.page.getByRole('main').getByRole('img', { name: CARD_ALT });

  it("shows the photos in the artist's order", async () => {
    await visitor.page.goto(`${site.url}/gallery/${GALLERY.slug}`);
    await visitor.page.waitForLoadState('networkidle');

    const tiles = await visitor.page.getByRole('main').getByRole('listitem').allTextContents();
    expect(tiles.map((tile) => chosen.find((title) => tile.includes(title)))).toEqual(chosen);
  });

  it('links to the photo, in a modern format, sharp and upright', async () => {
    await visitor.page.getByRole('link', { name: CARD_ALT }).click();
    await visitor.page.getByRole('heading', { name: CARD_TITLE, level: 1 }).waitFor();
    await loadImages(visitor.page);
    const shown = (await displayedImages(visitor.page)).find(({ name }) => name === CARD_ALT)!;
    const response = await fetch(site.url + shown.path);
    const file = await sharp(await response.arrayBuffer()).metadata();
    const box = (await cardImage().boundingBox())!;

    expect(response.headers.get('content-type')).toBe('image/avif');
    const id = /photo\/(\d+)/.exec(visitor.page.url())?.[1];
    const { photo } = await call<{ photo: PhotoView }>('GET', `${site.url}/api/photos/${id}`);
    const widest = Math.max(...photo.renditions.map(({ width }) => width));
    expect(file.width).toBeGreaterThanOrEqual(Math.min(shown.needed, widest));
    expect(box.width / box.height).toBeCloseTo(CARD.width / CARD.height, 2);
    expect([photo.width, photo.height]).toEqual([CARD.width, CARD.height]);
  });

  it('shows the colours of the original in position', async () => {
    expect(await wrongPatches(cardImage())).toEqual([]);
  });
});

if (screenshotFolder) {
  it.each(['phone', 'desktop'] as const)('screenshots of a %s are written', async (screen) => {
    const page = await (
      await visit(browser, screen, { ...IN_MOTION, signedInLike: context, deviceScaleFactor: 2 })
    ).newPage();
    const paths = {
      home: '',
      galleries: '/galleries',
      gallery: `/gallery/${GALLERY.slug}`,
      photo: '/photo/1',
      'admin-photos': '/admin/photos',
      'admin-galleries': '/admin/galleries',
    };
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(site.url + path);
      await page.waitForLoadState('networkidle');
      await takeScreenshot(page, name);
    }
    await page.close();
  });
}
