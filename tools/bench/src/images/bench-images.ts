import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, spread, table } from '../figures.ts';
import type { BareAnswer } from './bare-loop.ts';
import { Bare } from './bare.ts';
import { LARGEST, paintPhotograph, readPhotographs, TIMED, type Photograph } from '../photographs.ts';
import { WorkerSite, type Rendered } from './worker-site.ts';

export interface ImagesOptions {
  /** Rounds for each kind of picture, after one that does not count. */
  rounds?: number;
  seed?: number;
  /** A folder of photographs to take instead of painted ones. */
  photos?: string | undefined;
}

/** Pictures of a round, for each core: enough that the last one, with the other cores idle, does not count for much. */
const A_CORE = 2;
/** Pictures at the same time where memory is measured: what most machines have at least. */
const AT_ONCE = 2;

const CORES = availableParallelism();

/** Renders pictures by the real worker and by the least that could make the same, in turns. */
export async function benchImages({ rounds = 5, seed = 1, photos }: ImagesOptions = {}): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-images-'));
  const site = await WorkerSite.open(folder);
  try {
    const photographs = photos
      ? await readPhotographs(photos)
      : await Promise.all(TIMED.map((name) => paintPhotograph(name, seed)));
    const bare = new Bare();
    await site.startWorker(CORES);
    const speeds = [];
    for (const photograph of photographs) {
      speeds.push(await measureSpeed(site, bare, photograph, folder, rounds));
      console.log(`${photograph.name}: ${percent(speeds.at(-1)!.ratio)} of bare sharp`);
    }
    await Promise.all([site.stopWorker(), bare.stop()]);
    const memories = photos ? [] : await measureMemory(site, folder, seed);
    print(speeds, memories);
    return [...speeds, ...memories];
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSpeed(site: WorkerSite, bare: Bare, photograph: Photograph, folder: string, rounds: number) {
  const times = A_CORE * CORES;
  const originals = await copies(photograph, folder, times);
  const ours: Rendered[] = [];
  const bares: BareAnswer[] = [];
  const alone: Rendered[] = [];
  const order = { originals, folder: join(folder, 'bare'), concurrency: CORES };
  for (let round = 0; round <= rounds; round += 1) {
    // The first round warms both up, with as little as shows whether they make the same.
    const count = round === 0 ? 1 : times;
    const made = await site.render(photograph, count);
    const limit = await bare.make({ ...order, originals: originals.slice(0, count), way: 'cascade' });
    if (made.bytes !== limit.bytes) {
      throw new Error(`${photograph.name}: the worker made ${made.bytes} bytes, the bare loop ${limit.bytes}`);
    }
    if (round === 0) continue;
    ours.push(made);
    bares.push(limit);
    alone.push(await site.render(photograph, 1));
  }
  const naive = await bare.make({ ...order, originals: originals.slice(0, CORES), way: 'naive' });
  const perMinute = (took: number, count = times) => (60_000 * count) / took;
  const ratios = ours.map(({ took }, round) => bares[round]!.took / took);
  return {
    bench: 'images',
    picture: photograph.name,
    megabytes: round(photograph.file.length / 1e6, 1),
    perMinute: round(median(ours.map(({ took }) => perMinute(took))), 1),
    barePerMinute: round(median(bares.map(({ took }) => perMinute(took))), 1),
    naivePerMinute: round(perMinute(naive.took, CORES), 1),
    ratio: round(median(ratios), 3),
    ratioSpread: spread(ratios),
    cpu: Math.round(median(ours.map(({ cpu }) => cpu / times))),
    bareCpu: Math.round(median(bares.map(({ cpu }) => cpu / times))),
    cpuRatio: round(median(ours.map(({ cpu }, index) => bares[index]!.cpu / cpu)), 3),
    visible: Math.round(median(alone.map(({ visible }) => visible))),
    ready: Math.round(median(alone.map(({ took }) => took))),
    visibleShare: round(median(alone.map(({ visible, took }) => visible / took)), 3),
  };
}

/** Peaks of processes of their own, for the largest pictures. */
async function measureMemory(site: WorkerSite, folder: string, seed: number) {
  const peaks = [];
  for (const { name } of LARGEST) {
    const photograph = await paintPhotograph(name, seed);
    await site.startWorker(AT_ONCE);
    const idle = site.peak();
    await site.render(photograph, 2 * AT_ONCE);
    const peak = site.peak();
    await site.stopWorker();
    const bare = new Bare();
    const originals = await copies(photograph, folder, 2 * AT_ONCE);
    const limit = await bare.make({ originals, folder: join(folder, 'bare'), concurrency: AT_ONCE, way: 'cascade' });
    await bare.stop();
    peaks.push({ bench: 'images-memory', picture: name, atOnce: AT_ONCE, idle, peak, bare: limit.peak });
  }
  return peaks;
}

async function copies({ file, extension }: Photograph, folder: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `original-${index}.${extension}`));
  for (const path of paths) await writeFile(path, file);
  return paths;
}

function print(
  speeds: Awaited<ReturnType<typeof measureSpeed>>[],
  memories: Awaited<ReturnType<typeof measureMemory>>,
): void {
  console.log(`\nRenditions, ${CORES} at a time; photos a minute, from accepted to ready\n`);
  console.log(
    table(
      ['picture', 'MB', 'site', 'bare sharp', 'ratio', '±', 'naive', 'CPU ms', 'bare', 'ratio'],
      speeds.map((one) => [
        one.picture,
        one.megabytes,
        one.perMinute,
        one.barePerMinute,
        percent(one.ratio),
        `${one.ratioSpread} %`,
        one.naivePerMinute,
        one.cpu,
        one.bareCpu,
        percent(one.cpuRatio),
      ]),
    ),
  );
  console.log('\nOne photo alone, in milliseconds\n');
  console.log(
    table(
      ['picture', 'visible', 'ready', 'share'],
      speeds.map(({ picture, visible, ready, visibleShare }) => [picture, visible, ready, percent(visibleShare)]),
    ),
  );
  if (memories.length === 0) return;
  console.log(`\nPeak of memory in MB, ${AT_ONCE} at a time\n`);
  console.log(
    table(
      ['picture', 'worker', 'idle', 'bare sharp'],
      memories.map(({ picture, peak, idle, bare }) => [picture, peak, idle, bare]),
    ),
  );
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

const round = (value: number, digits: number) => Number(value.toFixed(digits));
