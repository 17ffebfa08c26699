import type { Browser, Page } from 'playwright-core';
import { visit, type ScreenName } from '../screens/screens.ts';

/** Something that a page asked for. */
export interface Asked {
  path: string;
  /** As the protocol of Chromium's tools names it: `Image`, `Script`, `Font`. */
  type: string;
  /** Who asked: `parser` where it stood in the HTML. */
  by: string;
  /** What came over the line, head and body, compressed as it was. */
  bytes: number;
}

/** A picture that is in the window when nobody has done anything yet. */
export interface ShownPicture {
  path: string;
  /** It is the largest thing that was painted. */
  isLargest: boolean;
  fetchPriority: string;
  /** CSS pixels. */
  shownWidth: number;
  /** Pixels of the rendition that the browser took. */
  width: number;
  /** Pixels of all renditions of this format, the smallest first. */
  widths: number[];
}

export interface FirstVisit {
  asked: Asked[];
  pictures: ShownPicture[];
  /** What Cumulative Layout Shift is made of. */
  layoutShift: number;
}

export interface FirstVisitOptions {
  screen: ScreenName;
  /** Pixels of the screen for each of CSS. */
  density: number;
  /** The fonts come only when the page has been painted without them. */
  lateFonts?: boolean;
}

interface Seen {
  largest?: string;
  layoutShift: number;
}

/** Opens a page as somebody who has never been on the site, who then does nothing, and tells what came. */
export async function firstVisit(browser: Browser, address: string, options: FirstVisitOptions): Promise<FirstVisit> {
  const { screen, density, lateFonts = false } = options;
  // What is held in a hand has no scrollbar that takes room.
  const context = await visit(browser, screen, { isMobile: screen !== 'desk', deviceScaleFactor: density });
  const page = await context.newPage();
  const asked = await listen(page);
  await page.addInitScript(look);
  const releaseFonts = lateFonts ? await holdFonts(page) : undefined;
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await painted(page);
  await releaseFonts?.();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await painted(page);
  const { layoutShift } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const pictures = await page.evaluate(picturesInView);
  await context.close();
  return { asked: [...asked.values()], pictures, layoutShift };
}

async function listen(page: Page): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  const tools = await page.context().newCDPSession(page);
  tools.on('Network.requestWillBeSent', ({ requestId, request, type = '', initiator }) => {
    const { protocol, pathname } = new URL(request.url);
    if (protocol !== 'data:') asked.set(requestId, { path: pathname, type, by: initiator.type, bytes: 0 });
  });
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await tools.send('Network.enable');
  return asked;
}

/** @returns lets them come, and resolves when they are there */
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
    if (coming.length === 0) throw new Error('The page has asked for no font');
    await Promise.all(coming);
  };
}

/** Resolves when what is there has been on the screen for a moment. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));

/** Runs in the page, before anything of it does. */
function look(): void {
  const seen: Seen = { layoutShift: 0 };
  (globalThis as unknown as { seen: Seen }).seen = seen;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('layout-shift', (entry) => (seen.layoutShift += (entry as unknown as { value: number }).value));
  watch('largest-contentful-paint', (entry) => (seen.largest = (entry as unknown as { url: string }).url));
}

/** Runs in the page. */
function picturesInView(): ShownPicture[] {
  const { largest } = (globalThis as unknown as { seen: Seen }).seen;
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
