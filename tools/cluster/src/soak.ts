import { setTimeout as wait } from 'node:timers/promises';
import { treeMemory } from '@portfolio/testing/process-stats';
import { percentile, printTable, rounded, sum } from '@portfolio/testing/statistics';
import { withCluster, type ClusterProcess } from './cluster.ts';
import { Load, WITHOUT_LIMITS } from './load.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

const SAMPLE_INTERVAL_MS = 2_000;
/** Flat growth from the middle to the last third: a share or MB, whichever is more. Caches fill in the first third. */
const MAX_GROWTH = 0.1;
const MAX_GROWTH_MB = 20;

interface Sample {
  /** Minutes since the start. */
  at: number;
  /** MB, child processes included. */
  memory: number;
  /** MB of the JavaScript heap, for processes with metrics. */
  heap: number | undefined;
}

/** Memory of each process under load of all kinds of request. It must not grow. */
export const command: Command = ({ dataDir, args, signal }) => {
  const { minutes } = readOptions(args, { minutes: 10 });
  const replicas = { api: 2, worker: 2, 'public-web': 2 };
  const env = { ...WITHOUT_LIMITS, CONCURRENCY: '1' };
  return withCluster({ dataDir, disk: false, replicas, env }, async (cluster) => {
    const load = await Load.start(cluster, {
      ...{ seed: 1, pause: 15 },
      clients: { page: 6, media: 6, api: 6, comment: 2, upload: 2 },
    });
    const processes = cluster.processes();
    const samples = new Map(processes.map((one) => [one, [] as Sample[]]));
    const start = Date.now();
    while (Date.now() - start < minutes * 60_000) {
      for (const one of processes) await sample(one, start, samples.get(one)!);
      await wait(SAMPLE_INTERVAL_MS, undefined, { signal });
    }
    const { unavailable, cut, fault } = await load.stop();
    console.log(`\n${load.table()}`);
    const rows = [...samples].map(([one, own]) => toRow(one, own));
    printTable('Memory in MB', ['process', '1/3', '2/3', '3/3', 'MB/min', 'heap 1/3', '2/3', '3/3', 'result'], rows);
    console.log(
      `\n  Flat: the median grows from 2/3 to 3/3 by at most ${MAX_GROWTH * 100} % or ${MAX_GROWTH_MB} MB, whichever is more.`,
    );
    return rows.every((row) => row.at(-1) === 'flat') && unavailable + cut + fault === 0 ? 0 : 1;
  });
};

/** Adds the memory of a process, unless it has ended. */
export async function sample(one: ClusterProcess, start: number, samples: Sample[]): Promise<void> {
  if (!one.isRunning) return;
  const { pid } = one;
  const heap = await heapOf(one).catch(() => undefined);
  try {
    samples.push({ at: (Date.now() - start) / 60_000, memory: treeMemory(pid), heap });
  } catch {
    // The process has just ended; `exits` records that.
  }
}

async function heapOf({ addresses: { metricsUrl } }: ClusterProcess): Promise<number | undefined> {
  if (metricsUrl === undefined) return undefined;
  const text = await (await fetch(`${metricsUrl}/metrics`, { signal: AbortSignal.timeout(5_000) })).text();
  const bytes = /^\w*nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)/m.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes) / 1024 ** 2;
}

function toRow({ title, exits }: ClusterProcess, samples: Sample[]): (string | number)[] {
  const memory = medianOfThirds(samples.map((sample) => sample.memory));
  const heap = medianOfThirds(samples.flatMap((sample) => sample.heap ?? []));
  const isFlat = memory[2] - memory[1] <= Math.max(MAX_GROWTH_MB, MAX_GROWTH * memory[1]);
  const result = exits.length > 0 ? 'DIED' : isFlat ? 'flat' : 'GROWS';
  return [title, ...memory.map(rounded), slope(samples).toFixed(2), ...heap.map(rounded), result];
}

function medianOfThirds(values: number[]): [number, number, number] {
  const third = (index: number) =>
    percentile(values.slice((index * values.length) / 3, ((index + 1) * values.length) / 3), 0.5);
  return [third(0), third(1), third(2)];
}

/** MB per minute, by least squares over the last two thirds. */
function slope(samples: Sample[]): number {
  const late = samples.slice(samples.length / 3);
  const mean = (values: number[]) => sum(values) / values.length;
  const at = mean(late.map((one) => one.at));
  const memory = mean(late.map((one) => one.memory));
  return sum(late.map((one) => (one.at - at) * (one.memory - memory))) / sum(late.map((one) => (one.at - at) ** 2));
}
