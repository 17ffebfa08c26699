import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Felt } from './score.ts';

/**
 * Lighthouse's phone on a slow line, as it slows a browser down by its tools
 * (https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/constants.js): milliseconds, bytes a second.
 */
const SLOW_LINE = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const SLOWER_PROCESSOR = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Milliseconds of a task that nobody feels; what goes on longer blocks. */
const UNFELT = 50;
/** Milliseconds without a request after which a page has come to rest. */
const REST = 2_000;

export interface SlowVisit extends Felt {
  /** Over the line, pictures and all. */
  bytes: number;
  requests: number;
}

interface Noted extends Felt {
  tasks: { start: number; duration: number }[];
}

/** Opens an address on a slow phone that has never been there, and waits until it has come to rest. */
export async function slowVisit(browser: Browser, address: string): Promise<SlowVisit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    const line = await count(tools);
    await page.addInitScript(note);
    await tools.send('Network.emulateNetworkConditions', SLOW_LINE);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    while (performance.now() - line.last < REST) await page.waitForTimeout(REST / 10);
    const { tasks, ...felt } = await noted(page);
    // As Lighthouse sums it up: from the first paint on, what each task takes longer than nobody feels.
    const late = tasks.filter(({ start, duration }) => start + duration > felt.firstPaint);
    const blocked = late.reduce((sum, { duration }) => sum + Math.max(0, duration - UNFELT), 0);
    return { ...felt, blocked, bytes: line.bytes, requests: line.requests };
  } finally {
    await context.close();
  }
}

/** What comes over the line from now on. */
async function count(tools: CDPSession) {
  const line = { bytes: 0, requests: 0, last: performance.now() };
  tools.on('Network.requestWillBeSent', ({ request }) => {
    line.last = performance.now();
    if (!request.url.startsWith('data:')) line.requests += 1;
  });
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    line.last = performance.now();
    line.bytes += encodedDataLength;
  });
  await tools.send('Network.enable');
  return line;
}

const noted = (page: Page) => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);

/** Runs in the page, before anything of it does. */
function note(): void {
  const kept: Noted = { firstPaint: 0, largestPaint: 0, blocked: 0, layoutShift: 0, tasks: [] };
  (globalThis as unknown as { noted: Noted }).noted = kept;
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') kept.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (kept.largestPaint = startTime));
  watch('layout-shift', (entry) => (kept.layoutShift += (entry as unknown as { value: number }).value));
  watch('longtask', ({ startTime: start, duration }) => kept.tasks.push({ start, duration }));
}
