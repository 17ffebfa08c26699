import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/browser.ts';
import { firstVisit, type FirstVisit, type ShownPicture } from '../../src/site/first-visit.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { SCREENS, type ScreenName } from '../../src/screens/screens.ts';
import { FIRST_START, startDemoSite } from '../../src/site/demo-site.ts';
import type { Site } from '../../src/site/site.ts';

/** Transferred bytes without images. */
const BYTES = 90_000;
/** Transferred bytes with images. */
const REQUESTS = 12;

const PAGES = { home: '/', gallery: '/gallery/slack-water', photo: '/photo/1?gallery=slack-water' };
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];
const SIZES = isFullLevel ? (Object.keys(SCREENS) as ScreenName[]) : (['phone', 'desk'] as const);
const CASES = isFullLevel
  ? SIZES.flatMap((screen) => [1, 2, 3].map((density) => ({ screen, density })))
  : [
      { screen: 'phone' as const, density: 3 },
      { screen: 'desk' as const, density: 1 },
    ];

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchBrowser()]);
}, FIRST_START);

afterAll(() => browser?.close());

describe.each(CASES)('on a $screen with $density pixels for each of CSS', ({ screen, density }) => {
  let visits: Record<keyof typeof PAGES, FirstVisit>;
  beforeAll(async () => {
    const each = NAMES.map(async (name) => [
      name,
      await firstVisit(browser, site.url + PAGES[name], { screen, density }),
    ]);
    visits = Object.fromEntries(await Promise.all(each));
  });

  it.each(NAMES)('the first view of %s is within its byte limit', (name) => {
    const { requests } = visits[name];
    const rest = requests.filter(({ path }) => !path.startsWith('/media/'));
    const heavy = rest.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES;

    expect(heavy ? rest : []).toEqual([]);
    expect(requests.length > REQUESTS ? requests : []).toEqual([]);
    // The counter works.
    expect(rest.map(({ type }) => type)).toEqual(expect.arrayContaining(['Document', 'Font', 'Stylesheet', 'Script']));
    expect(rest.filter(({ bytes }) => bytes === 0)).toEqual([]);
  });

  it.each(NAMES)('the largest element of %s is an image that the HTML preloads', async (name) => {
    const { requests, pictures } = visits[name];
    const largest = pictures.find(({ isLargest }) => isLargest);

    expect(largest).toMatchObject({ fetchPriority: 'high', path: expect.stringMatching(/\.(avif|webp)$/) });
    expect(requests.find(({ path }) => path === largest?.path)?.by).toBe('parser');
    expect(await (await fetch(site.url + PAGES[name])).text()).toContain(`${largest?.path} `);
  });

  it.each(NAMES)('the images of %s have the needed width', (name) => {
    const wrong = visits[name].pictures.filter((picture) => picture.width !== neededWidth(picture, density));

    expect(wrong).toEqual([]);
    expect(visits[name].pictures.length).toBeGreaterThan(0);
  });
});

describe.each(SIZES)('on a %s with late fonts', (screen) => {
  it.each(NAMES)('%s has no layout shift', async (name) => {
    const { layoutShift, requests } = await firstVisit(browser, site.url + PAGES[name], {
      screen,
      density: 2,
      lateFonts: true,
    });

    expect(layoutShift).toBe(0);
    expect(requests.filter(({ type, bytes }) => type === 'Font' && bytes > 0)).toHaveLength(2);
  });
});

/** The narrowest rendition that is as wide as the image on the screen. */
function neededWidth({ shownWidth, widths }: ShownPicture, density: number): number | undefined {
  return widths.find((width) => width >= shownWidth * density) ?? widths.at(-1);
}
