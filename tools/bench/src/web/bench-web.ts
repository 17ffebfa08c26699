import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median, table } from '../figures.ts';
import { ask, type Answer } from './answer.ts';
import { startBareServer } from './bare-child.ts';
import { measure, summed, type Round } from './measure.ts';
import { findPages, type Page } from './pages.ts';
import { Site, type Memory } from './site.ts';

/** Odd, so that the median is one of them. */
const ROUNDS = 5;
/** Seconds. */
const ROUND = 3;
const WARM_UP = 2;

/**
 * Pages of the public site, as they come out of its cache, beside a bare Node HTTP server that sends the same bytes with
 * the same headers. Both are asked in turns, round by round, so that whatever else the machine does hits both.
 */
export async function benchWeb(): Promise<object[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(dataDir, 0o755);
  try {
    console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
    console.log('Starting the demo site …');
    const site = await Site.start(dataDir);
    const pages = await findPages(site.origin);
    const [kept, memory] = await measured(site, () => compareWithBare(site, pages));
    const live = await Site.start(dataDir, { PAGE_CACHE: 'false' });
    const [rendered] = await measured(live, () => renderEach(live, pages));
    print(kept, rendered, memory);
    return [...kept, ...rendered, ...memory.map((part) => ({ bench: 'web', kind: 'memory', ...part }))];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Does something with a site, looks at what it takes then, and stops it. */
async function measured<T>(site: Site, action: () => Promise<T>): Promise<[T, Memory[]]> {
  try {
    return [await action(), await site.memory()];
  } finally {
    await site.stop();
  }
}

type Compared = Awaited<ReturnType<typeof compareWithBare>>[number];

async function compareWithBare(site: Site, pages: Page[]) {
  const answers: Record<string, Answer> = {};
  for (const { path } of pages) answers[path] = await settledAnswer(site.origin + path);
  const bare = await startBareServer(answers);
  try {
    const rounds = pages.map((page) => ({ page, site: [] as Round[], bare: [] as Round[] }));
    for (const { path } of pages) await measure(bare.origin + path, WARM_UP);
    for (let round = 1; round <= ROUNDS; round += 1) {
      console.log(`Round ${round} of ${ROUNDS}`);
      for (const { page, ...measures } of rounds) {
        measures.site.push(await measure(site.origin + page.path, ROUND));
        measures.bare.push(await measure(bare.origin + page.path, ROUND));
      }
    }
    return rounds.map(({ page, ...measures }) => ({
      bench: 'web',
      kind: 'kept',
      ...page,
      bytes: Buffer.from(answers[page.path]?.body ?? '', 'base64').length,
      site: summed(measures.site),
      bare: summed(measures.bare),
      ratio: median(measures.site.map(({ rate }, round) => rate / (measures.bare[round]?.rate ?? NaN))),
    }));
  } finally {
    bare.stop();
  }
}

/** What is sent when a page has been asked for a while: the server compresses once more what has proved to last. */
async function settledAnswer(url: string): Promise<Answer> {
  await measure(url, WARM_UP);
  let answer = await ask(url);
  for (let look = 0; look < 10; look += 1) {
    await wait(1_500);
    const before = answer;
    answer = await ask(url);
    if (answer.body === before.body) break;
  }
  return answer;
}

async function renderEach(site: Site, pages: Page[]) {
  const figures = [];
  for (const page of pages) {
    await measure(site.origin + page.path, WARM_UP);
    figures.push({
      bench: 'web',
      kind: 'rendered',
      ...page,
      site: summed([await measure(site.origin + page.path, ROUND)]),
    });
  }
  return figures;
}

function print(kept: Compared[], rendered: Awaited<ReturnType<typeof renderEach>>, memory: Memory[]): void {
  const rate = ({ rate, spread }: { rate: number; spread: number }) => `${rate} ±${Math.ceil(spread / 2)} %`;
  const titles = ['page', 'bytes', 'site req/s', 'p99 ms', 'bare req/s', 'p99 ms', 'ratio'];
  const rows = kept.map(({ name, bytes, site, bare, ratio }) => [
    name,
    bytes,
    rate(site),
    site.p99,
    rate(bare),
    bare.p99,
    `${Math.round(ratio * 100)} %`,
  ]);
  console.log(`\n${table(titles, rows)}`);
  console.log(`\nRendered for each who asks, without the cache\n`);
  console.log(
    table(
      ['page', 'req/s', 'p99 ms'],
      rendered.map(({ name, site }) => [name, site.rate, site.p99]),
    ),
  );
  console.log('\nMemory after all of it\n');
  console.log(
    table(
      ['process', 'MB'],
      memory.map(({ part, megabytes }) => [part, megabytes]),
    ),
  );
}
