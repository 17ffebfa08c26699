import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../../../../e2e/src/browser.ts';
import { median, table } from '../figures.ts';
import { findPages } from '../web/pages.ts';
import { Site } from '../site.ts';
import { score } from './score.ts';
import { slowVisit, type SlowVisit } from './slow-visit.ts';

/** Odd, so that the median is one of them. */
const ROUNDS = 5;

export interface ViewOptions {
  rounds?: number;
  /** Of a site that runs already, in the place of one that is started. */
  origin?: string | undefined;
}

/**
 * The first view of home, a gallery and a photo on Lighthouse's slow phone, and the score that Lighthouse's curves give it: medians
 * of several visits, the pages in turns.
 */
export async function benchView({ rounds = ROUNDS, origin }: ViewOptions = {}): Promise<object[]> {
  if (origin) return measured(origin, rounds);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(dataDir, 0o755);
  try {
    console.log('Starting the demo site …');
    const site = await Site.start(dataDir);
    try {
      return await measured(site.origin, rounds);
    } finally {
      await site.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measured(origin: string, rounds: number): Promise<object[]> {
  const pages = (await findPages(origin)).map((page) => ({ ...page, visits: [] as SlowVisit[] }));
  const browser = await launchBrowser();
  try {
    // The first visit of all pays for what the browser and the server have yet to read.
    for (const { path } of pages) await slowVisit(browser, origin + path);
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`Round ${round} of ${rounds}`);
      for (const page of pages) page.visits.push(await slowVisit(browser, origin + page.path));
    }
  } finally {
    await browser.close();
  }
  const figures = pages.map(({ name, path, visits }) => ({ bench: 'view', name, path, ...summed(visits) }));
  print(figures);
  return figures;
}

type Figures = ReturnType<typeof summed> & { name: string };

function summed(visits: SlowVisit[]) {
  const middle = (of: (visit: SlowVisit) => number) => median(visits.map(of));
  const scores = visits.map(score);
  return {
    score: median(scores),
    worst: Math.min(...scores),
    firstPaint: middle(({ firstPaint }) => firstPaint),
    largestPaint: middle(({ largestPaint }) => largestPaint),
    blocked: middle(({ blocked }) => blocked),
    layoutShift: middle(({ layoutShift }) => layoutShift),
    bytes: middle(({ bytes }) => bytes),
    requests: middle(({ requests }) => requests),
  };
}

function print(figures: Figures[]): void {
  const titles = ['page', 'score', 'worst', 'first paint ms', 'largest ms', 'blocked ms', 'shift', 'bytes', 'requests'];
  const rows = figures.map(({ name, layoutShift, ...figure }) => [
    name,
    ...[figure.score, figure.worst, figure.firstPaint, figure.largestPaint, figure.blocked].map(Math.round),
    layoutShift.toFixed(3),
    figure.bytes,
    figure.requests,
  ]);
  console.log(`\n${table(titles, rows)}`);
}
