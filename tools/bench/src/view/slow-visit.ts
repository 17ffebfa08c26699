import type { Browser, CDPSession, Page } from 'playwright-core';
import type { VisitMetrics } from './score.ts';

/**
 * Lighthouse's `mobileSlow4G`
 * (https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/constants.js): milliseconds, and bytes per second.
 */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Tasks block for the time above this. */
const BLOCKING_MS = 50;
/** Time without requests and received data after which a page is idle. */
const IDLE_MS = 2_000;

export interface SlowVisit extends VisitMetrics {
  /** Transferred bytes. */
  bytes: number;
  requests: number;
}

interface RecordedMetrics extends VisitMetrics {
  tasks: { start: number; duration: number }[];
}

/** Opens an address on a slow phone with an empty cache, and waits until it is idle. */
export async function slowVisit(browser: Browser, address: string): Promise<SlowVisit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    const network = await countRequests(tools);
    await page.addInitScript(recordMetrics);
    await tools.send('Network.emulateNetworkConditions', SLOW_4G);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    while (performance.now() - network.last < IDLE_MS) await page.waitForTimeout(IDLE_MS / 10);
    const { tasks, ...metrics } = await readMetrics(page);
    // Total Blocking Time, approximately: a task across the first contentful paint counts whole.
    const late = tasks.filter(({ start, duration }) => start + duration > metrics.firstContentfulPaint);
    const blockingTime = late.reduce((sum, { duration }) => sum + Math.max(0, duration - BLOCKING_MS), 0);
    return { ...metrics, blockingTime, bytes: network.bytes, requests: network.requests };
  } finally {
    await context.close();
  }
}

/** Counts requests and bytes from now on. */
async function countRequests(tools: CDPSession) {
  const network = { bytes: 0, requests: 0, last: performance.now() };
  tools.on('Network.requestWillBeSent', ({ request }) => {
    network.last = performance.now();
    if (!request.url.startsWith('data:')) network.requests += 1;
  });
  tools.on('Network.dataReceived', () => (network.last = performance.now()));
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    network.last = performance.now();
    network.bytes += encodedDataLength;
  });
  await tools.send('Network.enable');
  return network;
}

const readMetrics = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { recorded: RecordedMetrics }).recorded);

/** Runs in the page before its own scripts. */
function recordMetrics(): void {
  const recorded: RecordedMetrics = {
    firstContentfulPaint: 0,
    largestContentfulPaint: 0,
    blockingTime: 0,
    layoutShift: 0,
    tasks: [],
  };
  (globalThis as unknown as { recorded: RecordedMetrics }).recorded = recorded;
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') recorded.firstContentfulPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (recorded.largestContentfulPaint = startTime));
  observe('layout-shift', (entry) => (recorded.layoutShift += (entry as unknown as { value: number }).value));
  observe('longtask', ({ startTime: start, duration }) => recorded.tasks.push({ start, duration }));
}
