import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchGateway } from './bench-gateway.ts';
import { benchKept } from './bench-kept.ts';
import { benchMedia } from './bench-media.ts';
import { benchRendered } from './bench-rendered.ts';
import type { Pace } from './load.ts';
import { findPictures } from './media.ts';
import { findPages } from './pages.ts';
import { Site } from '../site.ts';
import { printMemory, printRendered, printRows, type Row } from './tables.ts';

/** Odd, so that the median is one of them. */
const ROUNDS = 5;
const SECONDS = 1.5;

/**
 * What visitors are sent: pages of the cache, pages that are rendered, pictures, and both through the gateway; each beside
 * the least that could send the same bytes with the same headers.
 */
export async function benchWeb({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<object[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(dataDir, 0o755);
  const pace: Pace = { rounds, seconds: SECONDS };
  try {
    console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
    console.log('Starting the demo site …');
    const kept = await during(await Site.start(dataDir), (site) => benchSite(site, dataDir, pace));
    console.log('Starting it once more, without the cache …');
    const rendered = await during(await Site.start(dataDir, { PAGE_CACHE: 'false' }), async (site) =>
      benchRendered(site, await findPages(site.origin), 2 * SECONDS),
    );
    printRows(kept.rows);
    printRendered(rendered);
    printMemory(kept.memory);
    const memory = kept.memory.map((part) => ({ kind: 'memory', ...part }));
    return [...kept.rows, ...rendered, ...memory].map((line) => ({ bench: 'web', ...line }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function benchSite(site: Site, dataDir: string, pace: Pace) {
  const pages = await findPages(site.origin);
  const rows: Row[] = await benchKept(site, pages, dataDir, pace);
  if (site.knowsItsParts) {
    const sets = await findPictures(site.apiOrigin, join(dataDir, 'storage'));
    console.log('Pictures …');
    rows.push(...(await benchMedia(site, sets, pace)));
    console.log('The gateway …');
    const middle = sets.filter(({ name }) => name.endsWith('small') || name.endsWith('middle'));
    rows.push(...(await benchGateway(site, { pages, sets: middle }, dataDir, pace)));
  } else console.log('Pictures are measured on Linux alone: nothing else tells at which port the api listens');
  return { rows, memory: await site.memory() };
}

/** Does something with a site, and stops it. */
async function during<T>(site: Site, action: (site: Site) => Promise<T>): Promise<T> {
  try {
    return await action(site);
  } finally {
    await site.stop();
  }
}
