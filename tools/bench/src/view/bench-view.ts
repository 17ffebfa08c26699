import { median, printTable } from '@portfolio/testing/statistics';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { launchBrowser } from '../../../../e2e/src/browser.ts';
import type { BenchOptions } from '../main.ts';
import { withSite } from '../site.ts';
import { findPages } from '../web/pages.ts';
import { score } from './score.ts';
import { slowVisit, type SlowVisit } from './slow-visit.ts';

/** First view of home, a gallery and a photo on Lighthouse's slow phone, with its score: medians of several visits. */
export function benchView({ rounds }: BenchOptions): Promise<object[]> {
  return withTempFolder('bench', (dataDir) => {
    console.log('Starting the demo site …');
    return withSite({ dataDir }, ({ origin }) => measure(origin, rounds));
  });
}

async function measure(origin: string, rounds: number): Promise<object[]> {
  const pages = (await findPages(origin)).map((page) => ({ ...page, visits: [] as SlowVisit[] }));
  // Playwright's own handler exits before the site has stopped.
  const browser = await launchBrowser({ handleSIGINT: false });
  try {
    // Warm-up of browser and server.
    for (const { path } of pages) await slowVisit(browser, origin + path);
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`Round ${round} of ${rounds}`);
      for (const page of pages) page.visits.push(await slowVisit(browser, origin + page.path));
    }
  } finally {
    await browser.close();
  }
  const lines = pages.map(({ name, path, visits }) => ({ bench: 'view', name, path, ...summarize(visits) }));
  printTable(
    'First view on a slow phone',
    ['page', 'score', 'worst', 'first paint ms', 'largest ms', 'blocked ms', 'shift', 'bytes', 'requests'],
    lines.map(({ name, layoutShift, bytes, requests, ...line }) => [
      name,
      ...[line.score, line.worst, line.firstContentfulPaint, line.largestContentfulPaint, line.blockingTime].map(
        Math.round,
      ),
      ...[layoutShift.toFixed(3), bytes, requests],
    ]),
  );
  return lines;
}

function summarize(visits: SlowVisit[]) {
  const medianOf = (value: (visit: SlowVisit) => number) => median(visits.map(value));
  const scores = visits.map(score);
  return {
    score: median(scores),
    worst: Math.min(...scores),
    firstContentfulPaint: medianOf(({ firstContentfulPaint }) => firstContentfulPaint),
    largestContentfulPaint: medianOf(({ largestContentfulPaint }) => largestContentfulPaint),
    blockingTime: medianOf(({ blockingTime }) => blockingTime),
    layoutShift: medianOf(({ layoutShift }) => layoutShift),
    bytes: medianOf(({ bytes }) => bytes),
    requests: medianOf(({ requests }) => requests),
  };
}
