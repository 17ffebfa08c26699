import { median, medians, printTable } from '@portfolio/testing/statistics';
import { launchBrowser } from '../../../../e2e/src/browser.ts';
import type { BenchOptions } from '../main.ts';
import { measureRounds } from '../rounds.ts';
import { withSite } from '../site.ts';
import { during } from '../stop-signal.ts';
import { findPages } from '../web/pages.ts';
import { score } from './score.ts';
import { slowVisit, type SlowVisit } from './slow-visit.ts';

/** First view of home, a gallery and a photo on Lighthouse's slow phone, with its score: medians of several visits. */
export function bench({ folder: dataDir, rounds }: BenchOptions): Promise<object[]> {
  console.log('Starting the demo site …');
  return withSite({ dataDir }, ({ origin }) => measure(origin, rounds));
}

async function measure(origin: string, rounds: number): Promise<object[]> {
  const pages = await findPages(origin);
  // Playwright's own handler exits before the site has stopped.
  const browser = await launchBrowser({ handleSIGINT: false });
  const visitAll = async () => {
    const visits: SlowVisit[] = [];
    for (const { path } of pages) visits.push(await slowVisit(browser, origin + path));
    return visits;
  };
  const visits = await during({ stop: () => browser.close() }, () => measureRounds(rounds, visitAll));
  const lines = pages.map((page, index) => ({ ...page, ...summarize(visits.map((round) => round[index]!)) }));
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
  const scores = visits.map(score);
  return { score: median(scores), worst: Math.min(...scores), ...medians(visits) };
}
