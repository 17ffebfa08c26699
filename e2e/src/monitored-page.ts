import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** A page with records of its requests and errors. */
export interface MonitoredPage {
  page: Page;
  /** Addresses of all requests. */
  requests: string[];
  /** Console errors and warnings, and exceptions. */
  consoleErrors: string[];
  /** Layout shift without recent input, as in Cumulative Layout Shift. */
  layoutShift(): Promise<number>;
}

interface ShiftCounter {
  layoutShift?: number;
}

/** Opens a page and records its requests and errors. */
export async function openMonitoredPage(context: BrowserContext): Promise<MonitoredPage> {
  const page = await context.newPage();
  const requests: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => isConsoleError(message, requests) && consoleErrors.push(textOf(message)));
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  await page.addInitScript(countLayoutShift);
  const layoutShift = () => page.evaluate(() => (globalThis as ShiftCounter).layoutShift ?? 0);
  return { page, requests, consoleErrors, layoutShift };
}

/** With the address that Chromium leaves out of the message for a failed request. */
function textOf(message: ConsoleMessage): string {
  const text = message.text();
  return text.startsWith('Failed to load resource') ? `${text} (${message.location().url})` : text;
}

function isConsoleError(message: ConsoleMessage, requests: string[]): boolean {
  return (message.type() === 'error' || message.type() === 'warning') && !hasLargerRendition(message.text(), requests);
}

const UNUSED_PRELOAD = /(http\S+\/)(\d+)\.(?:avif|webp|jpeg) was preloaded using link preload but not used/;

/** Chromium uses a larger rendition from its cache, and warns about the unused preload. */
export function hasLargerRendition(message: string, requests: string[]): boolean {
  const [, picture, size] = UNUSED_PRELOAD.exec(message) ?? [];
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
