import type { Browser, Page } from 'playwright-core';
import { visit, type ScreenName } from '../screens/screens.ts';

/** Request of a page. */
export interface PageRequest {
  path: string;
  /** Type in Chromium's protocol: `Image`, `Script`, `Font`. */
  type: string;
  /** Initiator: `parser` for an element of the HTML. */
  by: string;
  /** Transferred bytes. */
  bytes: number;
}

/** Image in the viewport after the load. */
export interface ShownPicture {
  path: string;
  /** Whether it is the largest contentful paint. */
  isLargest: boolean;
  fetchPriority: string;
  /** CSS pixels. */
  shownWidth: number;
  /** Width of the chosen rendition. */
  width: number;
  /** Widths of all renditions of the format, smallest first. */
  widths: number[];
}

export interface FirstVisit {
  requests: PageRequest[];
  pictures: ShownPicture[];
  /** Sum of Cumulative Layout Shift. */
  layoutShift: number;
}

export interface FirstVisitOptions {
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
export async function firstVisit(browser: Browser, address: string, options: FirstVisitOptions): Promise<FirstVisit> {
  const { screen, density, lateFonts = false } = options;
  // Mobile browsers have overlay scrollbars.
  const context = await visit(browser, screen, { isMobile: screen !== 'desk', deviceScaleFactor: density });
  const page = await context.newPage();
  const requests = await listen(page);
  await page.addInitScript(recordMetrics);
  const releaseFonts = lateFonts ? await holdFonts(page) : undefined;
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await painted(page);
  await releaseFonts?.();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await painted(page);
  const { layoutShift } = await page.evaluate(() => (globalThis as unknown as { metrics: PageMetrics }).metrics);
  const pictures = await page.evaluate(picturesInView);
  await context.close();
  return { requests: [...requests.values()], pictures, layoutShift };
}

async function listen(page: Page): Promise<Map<string, PageRequest>> {
  const requests = new Map<string, PageRequest>();
  const tools = await page.context().newCDPSession(page);
  tools.on('Network.requestWillBeSent', ({ requestId, request, type = '', initiator }) => {
    const { protocol, pathname } = new URL(request.url);
    if (protocol !== 'data:') requests.set(requestId, { path: pathname, type, by: initiator.type, bytes: 0 });
  });
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = requests.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await tools.send('Network.enable');
  return requests;
}

/** Delays fonts. @returns releases them and waits for their load */
async function holdFonts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const coming: Promise<unknown>[] = [];
  await page.route('**/*.woff2', async (route) => {
    const came = page.waitForEvent('requestfinished', (request) => request === route.request());
    coming.push(came);
    await released;
    await route.continue();
  });
  return async () => {
    release();
    if (coming.length === 0) throw new Error('The page has loaded no font');
    await Promise.all(coming);
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

/** Runs in the page. */
function picturesInView(): ShownPicture[] {
  const { largest } = (globalThis as unknown as { metrics: PageMetrics }).metrics;
  return [...document.images].flatMap((image) => {
    const { top, bottom, width: shownWidth } = image.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight || shownWidth === 0 || !image.currentSrc) return [];
    const path = new URL(image.currentSrc).pathname;
    const sets = [...(image.closest('picture')?.querySelectorAll('source') ?? []), image].map(({ srcset }) =>
      srcset.split(', ').map((one) => one.split(' ') as [string, string]),
    );
    const set = sets.find((one) => one.some(([url]) => url === path)) ?? [];
    const width = parseInt(set.find(([url]) => url === path)?.[1] ?? '0');
    const widths = set.map(([, descriptor]) => parseInt(descriptor)).sort((a, b) => a - b);
    const isLargest = image.currentSrc === largest;
    return [{ path, isLargest, fetchPriority: image.fetchPriority, shownWidth, width, widths }];
  });
}
