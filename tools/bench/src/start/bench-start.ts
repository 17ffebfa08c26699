import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, Site } from '../site.ts';
import { BareSite } from './bare-site.ts';
import { idleMemory } from './idle-memory.ts';
import { installSize } from './install-size.ts';
import { printInstall, printMemory, printStarts, summed } from './print.ts';
import { during, startBoth, type Round } from './rounds.ts';

/** Odd, so that the median is one of them. */
const ROUNDS = 5;

/**
 * How long `npm start` takes when it has run before, what the site holds in memory while nobody asks for anything, and what an
 * installation weighs; the first two beside PostgreSQL and a Node process that only listens.
 */
export async function benchStart({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(folder, 0o755);
  const places = { dataDir: join(folder, 'data'), folder: join(folder, 'bare') };
  for (const place of Object.values(places)) await mkdir(place);
  try {
    console.log('The first start, which fills the site …');
    await (await Site.start(places.dataDir)).stop();
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      console.log(round === 0 ? 'A start that does not count …' : `Round ${round} of ${rounds}`);
      const both = await startBoth(places);
      if (round > 0) measured.push(both);
    }
    const load = loadavg()[0] ?? NaN;
    console.log('Memory, when nobody asks for anything …');
    const memory = {
      site: await during(await Site.startWith({ dataDir: places.dataDir, byNpm: true }), idleMemory),
      bare: await during(await BareSite.start(places.dataDir, places.folder), idleMemory),
    };
    const starts = summed(measured);
    const size = installSize(ROOT);
    printStarts(starts);
    printMemory(memory);
    printInstall(size);
    const machine = { node: process.version, cores: availableParallelism(), load };
    return [
      { bench: 'start', kind: 'start', ...machine, ...starts },
      ...Object.entries(memory).flatMap(([of, parts]) =>
        parts.map((part) => ({ bench: 'start', kind: 'memory', of, ...part })),
      ),
      { bench: 'start', kind: 'install', ...size, largest: undefined },
      ...size.largest.map((one) => ({ bench: 'start', kind: 'package', ...one })),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
