import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { PUBLIC_SCREENS } from '../../src/screens/public-screens.ts';
import { IN_MOTION, visit, type ScreenName } from '../../src/screens/screens.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { noisyPicture } from '../../src/test-pictures.ts';
import { Visitor } from '../../src/visitor.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { atLevel } from '../../src/full-level.ts';

const SECOND = 'Three Sisters';
const LAST = 'Squall Line';
const LANDSCAPE = { width: 844, height: 390 };

let context: BrowserContext;
let visitor: Visitor;

useSite();
useArtist();

beforeAll(async () => {
  await artist.setBackground(await noisyPicture());
}, FIRST_START_MS);
afterEach(() => context.close());

async function start(screen: ScreenName, viewport?: { width: number; height: number }) {
  context = await visit(browser, screen, { ...IN_MOTION, ...(viewport && { viewport }) });
  visitor = new Visitor(await context.newPage(), site.url);
}

const boxOf = async (element: Locator) => (await element.boundingBox())!;
const hero = () => visitor.page.locator('section[data-background=hero]');
const historyLength = () => visitor.page.evaluate(() => history.length);

it('leaving a scrolled gallery requests none of its pictures again', async () => {
  const ids = (await artist.photos()).map(({ id }) => id);
  const gallery = await artist.addGallery('Everything', ids, null, 'wall');
  await start('desktop');
  await visitor.open(`/gallery/${gallery.slug}`);
  for (let turn = 0; turn < 10; turn += 1) await visitor.page.mouse.wheel(0, 600);
  await visitor.page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const requests: string[] = [];
  visitor.page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await visitor.page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click();
  await visitor.page.getByLabel('Message').waitFor();
  await visitor.page.waitForTimeout(500);

  await artist.deleteGallery(gallery);
  expect(requests.filter((path) => path.startsWith('/media/'))).toEqual([]);
});

describe('from photo to photo', () => {
  it('turning replaces the history entry, and Back leads to the gallery', async () => {
    await start('desktop');
    await visitor.open('/gallery/slack-water');
    await visitor.follow(new RegExp(SECOND), SECOND);
    const entries = await historyLength();
    await visitor.follow(/Next/, 'Moonrise, Outer Sound');
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.waitForHeading(LAST);
    expect(await historyLength()).toBe(entries);
    await visitor.page.goBack();
    await visitor.waitForHeading('Slack Water');
  });

  it('the arrows are beside the picture on a desktop, and below it on a phone', async () => {
    await start('desktop');
    await visitor.open('/photo/2?gallery=slack-water');
    const picture = await boxOf(visitor.get('main').getByRole('img').first());
    const [previous, next] = [await boxOf(visitor.get('link', /Previous/)), await boxOf(visitor.get('link', /Next/))];
    expect(previous.x + previous.width).toBeLessThanOrEqual(picture.x + 1);
    expect(next.x).toBeGreaterThanOrEqual(picture.x + picture.width - 1);
    await context.close();

    await start('phone');
    await visitor.open('/photo/2?gallery=slack-water');
    const above = await boxOf(visitor.get('main').getByRole('img').first());
    const below = await boxOf(visitor.get('link', /Next/));
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
    expect(below.height).toBeGreaterThanOrEqual(44);
  });

  it('Back to gallery leads to the tile, which has the focus', async () => {
    await start('phone');
    await visitor.open('/photo/4?gallery=slack-water');
    await visitor.follow('Back to gallery', 'Slack Water');
    const tile = visitor.get('link', new RegExp(LAST));
    expect(await eventually(() => tile.evaluate((link) => link === document.activeElement), Boolean)).toBe(true);
    const { y } = await boxOf(tile);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(844);
    expect(visitor.path).toBe('/gallery/slack-water#photo-4');
  });

  it.each(
    atLevel([
      ['the last photo', '/photo/4?gallery=slack-water'],
      ['each wall', '/gallery/slack-water'],
    ]),
  )('the next gallery follows %s, with its cover', async (_place, path) => {
    await start('desktop');
    await visitor.open(path);
    const next = visitor.get('complementary', 'Next gallery');
    expect(await next.getByRole('img').count()).toBe(1);
    await visitor.follow(next.getByRole('link').first(), 'High Ground');
  });
});

describe('the first view', () => {
  const WINDOWS = [
    ['a phone in landscape', 'phone', LANDSCAPE],
    ['a desktop', 'desktop', { width: 1440, height: 900 }],
    ['a phone', 'phone', { width: 390, height: 844 }],
  ] as const;
  it.each(atLevel(WINDOWS))('of a photo has its title, on %s', async (_name, screen, viewport) => {
    await start(screen, viewport);
    const photos = await artist.photos();
    for (const { id, title } of atLevel(photos, 4)) {
      await visitor.open(`/photo/${id}`);
      const { y, height } = await boxOf(visitor.get('heading', title));
      expect([title, y + height <= viewport.height]).toEqual([title, true]);
    }
  });

  it('has a header of 56 pixels on a phone, also in landscape', async () => {
    for (const viewport of [undefined, LANDSCAPE]) {
      await start('phone', viewport);
      for (const path of ['/', '/gallery/slack-water', '/photo/2']) {
        await visitor.open(path);
        expect([path, (await boxOf(visitor.get('banner'))).height]).toEqual([path, 56]);
      }
      if (!viewport) await context.close();
    }
  });

  it('of the home page has the hero from the top, below the header', async () => {
    await start('phone');
    await visitor.openUntil('/', hero());
    const { y, width } = await boxOf(hero());
    expect([y, width]).toEqual([0, 390]);
  });

  it('has titles and numbers of comments on one line each', async () => {
    await start('phone', { width: 320, height: 640 });
    await visitor.open('/gallery/slack-water');
    const lines = await visitor
      .get('main')
      .getByRole('listitem')
      .evaluateAll((tiles) =>
        tiles.flatMap((tile) =>
          [...tile.querySelectorAll('span > span')].map((line) =>
            Math.round(line.clientHeight / parseFloat(getComputedStyle(line).lineHeight)),
          ),
        ),
      );
    expect(lines).toEqual(Array.from({ length: 8 }, () => 1));
  });
});

describe('an administrator on a phone', () => {
  const PATHS = PUBLIC_SCREENS.filter(({ steps, consoleError }) => !steps && !consoleError).filter(
    ({ name }) => isFullLevel || name === 'photo',
  );

  /** Signs in, in the browser. */
  async function startSignedIn() {
    await start('phone');
    const token = artist.headers['authorization']!.replace('Bearer ', '');
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
  }

  it.each(PATHS)('has a readable bar on $name, which covers nothing', async ({ path, heading }) => {
    await startSignedIn();
    await visitor.open(path);
    await visitor.waitForHeading(heading);
    const logout = visitor.get('button', 'Logout');
    await logout.waitFor();
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    const bar = await boxOf(logout.locator('xpath=../..'));
    expect([bar.x, bar.width, bar.y + bar.height]).toEqual([0, 390, 844]);
    expect((await boxOf(logout)).height).toBeGreaterThanOrEqual(44);

    await visitor.page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const end = await boxOf(visitor.get('link', 'Imprint'));
    expect(end.y + end.height).toBeLessThanOrEqual(bar.y);
  });
});
