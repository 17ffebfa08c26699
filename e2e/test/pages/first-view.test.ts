import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/browser.ts';
import { firstVisit, type FirstVisit, type ShownPicture } from '../../src/site/first-visit.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { SCREENS, type ScreenName } from '../../src/screens/screens.ts';
import { FIRST_START, startDemoSite } from '../../src/site/demo-site.ts';
import type { Site } from '../../src/site/site.ts';

/** Bytes as they come over the line, of all that is no picture. */
const BYTES = 90_000;
/** With the pictures. */
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

  it.each(NAMES)('the first view of %s is light', (name) => {
    const { requests } = visits[name];
    const rest = requests.filter(({ path }) => !path.startsWith('/media/'));
    const heavy = rest.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES;

    expect(heavy ? rest : []).toEqual([]);
    expect(requests.length > REQUESTS ? requests : []).toEqual([]);
    // That it was counted at all.
    expect(rest.map(({ type }) => type)).toEqual(expect.arrayContaining(['Document', 'Font', 'Stylesheet', 'Script']));
    expect(rest.filter(({ bytes }) => bytes === 0)).toEqual([]);
  });

  it.each(NAMES)('the largest thing on %s is a picture that the HTML itself asks for, before others', async (name) => {
    const { requests, pictures } = visits[name];
    const largest = pictures.find(({ isLargest }) => isLargest);

    expect(largest).toMatchObject({ fetchPriority: 'high', path: expect.stringMatching(/\.(avif|webp)$/) });
    expect(requests.find(({ path }) => path === largest?.path)?.by).toBe('parser');
    expect(await (await fetch(site.url + PAGES[name])).text()).toContain(`${largest?.path} `);
  });

  it.each(NAMES)('the pictures of %s come in the width that is needed', (name) => {
    const wrong = visits[name].pictures.filter((picture) => picture.width !== neededWidth(picture, density));

    expect(wrong).toEqual([]);
    expect(visits[name].pictures.length).toBeGreaterThan(0);
  });
});

describe.each(SIZES)('on a %s where the fonts are late', (screen) => {
  it.each(NAMES)('nothing moves on %s', async (name) => {
    const { layoutShift, requests } = await firstVisit(browser, site.url + PAGES[name], {
      screen,
      density: 2,
      lateFonts: true,
    });

    expect(layoutShift).toBe(0);
    expect(requests.filter(({ type, bytes }) => type === 'Font' && bytes > 0)).toHaveLength(2);
  });
});

/** Of a picture's renditions the narrowest one that is as wide as its place on the screen. */
function neededWidth({ shownWidth, widths }: ShownPicture, density: number): number | undefined {
  return widths.find((width) => width >= shownWidth * density) ?? widths.at(-1);
}
