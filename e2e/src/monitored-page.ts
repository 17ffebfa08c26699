import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** A page and what happened on it since it was opened. */
export interface MonitoredPage {
  page: Page;
  /** Addresses of all that it asked for. */
  requests: string[];
  /** Content type by address. */
  types: Map<string, string>;
  /** Everything that a developer would be alarmed by: console errors and warnings, and exceptions. */
  complaints: string[];
  /** How far things have jumped without the visitor doing anything: the sum that Cumulative Layout Shift is made of. */
  layoutShift(): Promise<number>;
}

interface ShiftCounter {
  layoutShift?: number;
}

/** Opens a page and watches it. */
export async function openMonitoredPage(context: BrowserContext): Promise<MonitoredPage> {
  const page = await context.newPage();
  const requests: string[] = [];
  const types = new Map<string, string>();
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('response', (response) => types.set(response.url(), response.headers()['content-type'] ?? ''));
  page.on('console', (message) => isComplaint(message, requests) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(countLayoutShift);
  const layoutShift = () => page.evaluate(() => (globalThis as ShiftCounter).layoutShift ?? 0);
  return { page, requests, types, complaints, layoutShift };
}

function isComplaint(message: ConsoleMessage, requests: string[]): boolean {
  return (message.type() === 'error' || message.type() === 'warning') && !hasLargerOne(message.text(), requests);
}

const UNUSED_PRELOAD = /(http\S+\/)(\d+)\.(?:avif|webp|jpeg) was preloaded using link preload but not used/;

/** A browser that has a larger rendition from the page before takes that, and wonders what the preload was for. */
export function hasLargerOne(complaint: string, requests: string[]): boolean {
  const [, picture, size] = UNUSED_PRELOAD.exec(complaint) ?? [];
  if (picture === undefined) return false;
  const others = requests
    .filter((address) => address.startsWith(picture))
    .map((address) => address.slice(picture.length));
  return others.some((other) => parseInt(other) > Number(size));
}

/** Runs in the page. */
function countLayoutShift(): void {
  const counter = globalThis as ShiftCounter;
  counter.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) counter.layoutShift = (counter.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
