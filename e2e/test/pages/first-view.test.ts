import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { displayedImages, type DisplayedImage } from '../../src/displayed-images.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { SCREENS, visit, type ScreenName } from '../../src/screens/screens.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';
import { atLevel } from '../../src/full-level.ts';

/** Transferred bytes without images. */
const BYTES = 45_000;
/** Requests with those of images. */
const REQUESTS = 12;

const PAGES = { home: '/', gallery: '/gallery/slack-water', photo: '/photo/1?gallery=slack-water' };
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];
const SIZES = isFullLevel ? (Object.keys(SCREENS) as ScreenName[]) : (['phone', 'desktop'] as const);
const CASES = isFullLevel
  ? SIZES.flatMap((screen) => [1, 2, 3].map((density) => ({ screen, density })))
  : [
      { screen: 'phone' as const, density: 3 },
      { screen: 'desktop' as const, density: 1 },
    ];

useSite();

describe.each(CASES)('on a $screen with $density pixels for each of CSS', ({ screen, density }) => {
  const visits = {} as Record<keyof typeof PAGES, FirstVisit>;
  beforeAll(async () => {
    for (const name of NAMES) visits[name] = await firstVisit(PAGES[name], { screen, density });
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
    const { requests, images, largestPath } = visits[name];
    const largest = images.find(({ path }) => path === largestPath);

    expect(largest).toMatchObject({ fetchPriority: 'high', path: expect.stringMatching(/\.(avif|webp)$/) });
    expect(requests.find(({ path }) => path === largest?.path)?.by).toBe('parser');
    expect(await (await fetch(site.url + PAGES[name])).text()).toContain(`${largest?.path} `);
  });

  it.each(NAMES)('the images of %s have the needed width', (name) => {
    const wrong = visits[name].images.filter((image) => image.width !== neededWidth(image, density));

    expect(wrong).toEqual([]);
    expect(visits[name].images.length).toBeGreaterThan(0);
  });
});

describe.each(atLevel(SIZES))('on a %s with late fonts', (screen) => {
  it.each(NAMES)('%s has no layout shift', async (name) => {
    const { layoutShift, requests } = await firstVisit(PAGES[name], {
      screen,
      density: 2,
      lateFonts: true,
    });

    expect(layoutShift).toBe(0);
    expect(requests.filter(({ type, bytes }) => type === 'Font' && bytes > 0)).toHaveLength(2);
  });
});

it('loads the fonts of rarer characters for a text that has them', async () => {
  const context = await visit(browser, 'phone');
  const page = await context.newPage();
  const requests = await recordRequests(page);
  const fonts = () =>
    [...requests.values()].flatMap(({ path }) => /assets\/(.+)-wght-normal/.exec(path)?.[1] ?? []).sort();
  await page.goto(site.url, { waitUntil: 'networkidle' });
  expect(fonts()).toEqual(['inter-latin', 'newsreader-latin']);

  const loaded = ['latin-ext', 'symbols'].map((name) => page.waitForResponse(new RegExp(`newsreader-${name}`)));
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => void (heading.textContent = 'Győr, ½'));
  await Promise.all(loaded);

  expect(fonts()).toEqual(['inter-latin', 'newsreader-latin', 'newsreader-latin-ext', 'newsreader-symbols']);
  await context.close();
});

/** The narrowest rendition that is as wide as the image on the screen. */
function neededWidth({ shownWidth, widths }: DisplayedImage, density: number): number | undefined {
  return widths.find((width) => width >= shownWidth * density) ?? widths.at(-1);
}

/** Request of a page. */
interface PageRequest {
  path: string;
  /** Type in Chromium's protocol: `Image`, `Script`, `Font`. */
  type: string;
  /** Initiator: `parser` for an element of the HTML. */
  by: string;
  /** Transferred bytes. */
  bytes: number;
}

interface FirstVisit {
  requests: PageRequest[];
  /** Images in the viewport after the load. */
  images: DisplayedImage[];
  /** Path of the largest contentful paint. */
  largestPath: string | undefined;
  /** Sum of Cumulative Layout Shift. */
  layoutShift: number;
}

interface FirstVisitOptions {
  screen: ScreenName;
  /** Device pixel ratio. */
  density: number;
  /** Whether fonts load after the first paint. */
  lateFonts?: boolean;
}

interface PageMetrics {
  largest?: string;
  layoutShift: number;
}

/** Opens a page with an empty cache, without input, and measures it. */
async function firstVisit(
  path: string,
  { screen, density, lateFonts = false }: FirstVisitOptions,
): Promise<FirstVisit> {
  // Mobile browsers have overlay scrollbars.
  const context = await visit(browser, screen, { isMobile: screen !== 'desktop', deviceScaleFactor: density });
  const page = await context.newPage();
  const requests = await recordRequests(page);
  await page.addInitScript(recordMetrics);
  const releaseFonts = lateFonts ? await holdFonts(page) : undefined;
  await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await painted(page);
  await releaseFonts?.();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await painted(page);
  const { largest, layoutShift } = await page.evaluate(
    () => (globalThis as unknown as { metrics: PageMetrics }).metrics,
  );
  const images = (await displayedImages(page)).filter(({ isInView }) => isInView);
  await context.close();
  const largestPath = largest ? new URL(largest).pathname : undefined;
  return { requests: [...requests.values()], images, largestPath, layoutShift };
}

/** Records the requests of a page. */
async function recordRequests(page: Page): Promise<Map<string, PageRequest>> {
  const requests = new Map<string, PageRequest>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '', initiator }) => {
    const { protocol, pathname } = new URL(request.url);
    if (protocol !== 'data:') requests.set(requestId, { path: pathname, type, by: initiator.type, bytes: 0 });
  });
  // Chromium reports no end of a fetch without a body.
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = response.encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return requests;
}

/** Delays fonts. @returns releases them and waits for their load */
async function holdFonts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const finished: Promise<unknown>[] = [];
  await page.route('**/*.woff2', async (route) => {
    finished.push(page.waitForEvent('requestfinished', (request) => request === route.request()));
    await released;
    await route.continue();
  });
  return async () => {
    release();
    if (finished.length === 0) throw new Error('The page has loaded no font');
    await Promise.all(finished);
  };
}

/** Waits for a paint. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));

/** Runs in the page before its own scripts. */
function recordMetrics(): void {
  const metrics: PageMetrics = { layoutShift: 0 };
  (globalThis as unknown as { metrics: PageMetrics }).metrics = metrics;
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => (metrics.layoutShift += (entry as unknown as { value: number }).value));
  observe('largest-contentful-paint', (entry) => (metrics.largest = (entry as unknown as { url: string }).url));
}
