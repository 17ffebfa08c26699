import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { median, percent, printTable, spread, withSpread } from '@portfolio/testing/statistics';
import type { BenchOptions } from '../main.ts';
import { request, startBareProcess, type NodeProcess } from '../node-process.ts';
import { LARGEST, paintPhotograph, readPhotographs, TIMED, type Photograph } from '../photographs.ts';
import { during } from '../stop-signal.ts';
import type { BareRender, RenderJob } from './bare-loop.ts';
import { WorkerSite, type Render } from './worker-site.ts';

/** Pictures of a round per core: enough that idle cores at its end matter little. */
const PICTURES_PER_CORE = 2;
const MEMORY_CONCURRENCY = 2;
const CORES = availableParallelism();

const startBare = () => startBareProcess(join(import.meta.dirname, 'bare-loop.ts'), {}, { MALLOC_ARENA_MAX: '2' });

/** Rendering by the worker beside a bare loop of sharp calls with the same result, in alternating rounds. */
export async function bench({ folder, rounds, seed, photos }: BenchOptions): Promise<object[]> {
  return during(await WorkerSite.open(folder), async (site) => {
    const photographs = photos
      ? await readPhotographs(photos)
      : await Promise.all(TIMED.map((kind) => paintPhotograph(kind, seed)));
    const speeds = await during(await startBare(), async (bare) => {
      await site.startWorker(CORES);
      const speeds = [];
      for (const photograph of photographs) {
        speeds.push(await measureSpeed(site, bare, photograph, folder, rounds));
        console.log(`${photograph.name}: ${percent(speeds.at(-1)!.ratio)} of bare sharp`);
      }
      return speeds;
    });
    await site.stopWorker();
    const memories = photos ? [] : await measureMemory(site, folder, seed);
    print(speeds, memories);
    return [...speeds, ...memories];
  });
}

async function measureSpeed(
  site: WorkerSite,
  bare: NodeProcess,
  photograph: Photograph,
  folder: string,
  rounds: number,
) {
  const count = PICTURES_PER_CORE * CORES;
  const originals = await writeCopies(photograph, folder, count);
  const results: { worker: Render; bare: BareRender; single: Render }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // The first round is a warm-up with one picture.
    const pictures = round === 0 ? 1 : count;
    const worker = await site.render(photograph, pictures);
    const job: RenderJob = {
      originals: originals.slice(0, pictures),
      concurrency: CORES,
      folder: join(folder, 'bare'),
    };
    const bareResult = await request<BareRender>(bare, job);
    if (worker.bytes !== bareResult.bytes) {
      throw new Error(
        `${photograph.name}: the worker made ${worker.bytes} bytes, the bare loop ${bareResult.bytes}. ` +
          'The bare loop takes photographs in sRGB without a gain map.',
      );
    }
    if (round > 0) results.push({ worker, bare: bareResult, single: await site.render(photograph, 1) });
  }
  const medianOf = (value: (result: (typeof results)[0]) => number, digits: number) =>
    round(median(results.map(value)), digits);
  const perMinute = (durationMs: number) => (60_000 * count) / durationMs;
  return {
    picture: photograph.name,
    megabytes: round(photograph.file.length / 1e6, 1),
    perMinute: medianOf(({ worker }) => perMinute(worker.durationMs), 1),
    barePerMinute: medianOf(({ bare }) => perMinute(bare.durationMs), 1),
    ratio: medianOf(({ worker, bare }) => bare.durationMs / worker.durationMs, 3),
    ratioSpread: spread(results.map(({ worker, bare }) => bare.durationMs / worker.durationMs)),
    cpu: medianOf(({ worker }) => worker.cpuMs / count, 0),
    bareCpu: medianOf(({ bare }) => bare.cpuMs / count, 0),
    cpuRatio: medianOf(({ worker, bare }) => bare.cpuMs / worker.cpuMs, 3),
    visible: medianOf(({ single }) => single.firstRenditionMs, 0),
    ready: medianOf(({ single }) => single.durationMs, 0),
    visibleShare: medianOf(({ single }) => single.firstRenditionMs / single.durationMs, 3),
  };
}

/** Peak memory with the largest pictures, each in new processes. */
async function measureMemory(site: WorkerSite, folder: string, seed: number) {
  const lines = [];
  for (const kind of LARGEST) {
    const photograph = await paintPhotograph(kind, seed);
    await site.startWorker(MEMORY_CONCURRENCY);
    const idle = site.peak();
    await site.render(photograph, 2 * MEMORY_CONCURRENCY);
    const peak = site.peak();
    await site.stopWorker();
    const originals = await writeCopies(photograph, folder, 2 * MEMORY_CONCURRENCY);
    const job: RenderJob = { originals, folder: join(folder, 'bare'), concurrency: MEMORY_CONCURRENCY };
    const { peak: barePeak } = await during(await startBare(), (bare) => request<BareRender>(bare, job));
    lines.push({ bench: 'images-memory', picture: kind.name, atOnce: MEMORY_CONCURRENCY, idle, peak, bare: barePeak });
  }
  return lines;
}

async function writeCopies({ file, extension }: Photograph, folder: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `original-${index}.${extension}`));
  for (const path of paths) await writeFile(path, file);
  return paths;
}

export function print(
  speeds: Awaited<ReturnType<typeof measureSpeed>>[],
  memories: Awaited<ReturnType<typeof measureMemory>>,
): void {
  printTable(
    `Renditions, ${CORES} at a time; photos a minute, from accepted to ready`,
    ['picture', 'MB', 'site', 'bare sharp', 'ratio', 'CPU ms', 'bare', 'ratio'],
    speeds.map((one) => [
      ...[
        one.picture,
        one.megabytes,
        one.perMinute,
        one.barePerMinute,
        withSpread(percent(one.ratio), one.ratioSpread),
      ],
      ...[one.cpu, one.bareCpu, percent(one.cpuRatio)],
    ]),
  );
  printTable(
    'One photo alone, in milliseconds',
    ['picture', 'visible', 'ready', 'share'],
    speeds.map(({ picture, visible, ready, visibleShare }) => [picture, visible, ready, percent(visibleShare)]),
  );
  if (memories.length === 0) return;
  printTable(
    `Peak memory in MB, ${MEMORY_CONCURRENCY} at a time`,
    ['picture', 'worker', 'idle', 'bare sharp'],
    memories.map(({ picture, peak, idle, bare }) => [picture, peak, idle, bare]),
  );
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
