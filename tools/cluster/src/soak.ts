import { setTimeout as wait } from 'node:timers/promises';
import { Cluster } from './cluster.ts';
import { Load, WITHOUT_LIMITS } from './load.ts';
import { count } from './load-answers.ts';
import type { Command } from './main.ts';
import type { Member } from './services/member.ts';
import { memoryOf } from './memory.ts';
import { readOptions } from './options.ts';

/** Milliseconds between two looks at each process. */
const LOOK_EVERY = 2_000;
/**
 * What counts as flat: the last third holds at most this share, or this many megabytes, more than the middle third. The
 * first third is for caches and pools to fill.
 */
const GROWTH = 0.1;
const SLACK = 20;

interface Sample {
  /** Minutes since the beginning. */
  at: number;
  /** Megabytes, with what the process has started. */
  memory: number;
  heap: number | undefined;
}

/** Full load for a while, and what each process holds of memory meanwhile. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const { minutes } = readOptions(args, { minutes: 10 });
  const cluster = await Cluster.start({
    ...{ dataDir, storage: 's3', replicas: { api: 2, worker: 2, 'public-web': 2 } },
    env: { ...WITHOUT_LIMITS, CONCURRENCY: '1' },
  });
  try {
    const load = await Load.begin(cluster, {
      ...{ seed: 1, pause: 15 },
      clients: { page: 6, media: 6, api: 6, comment: 2, upload: 2 },
    });
    const members = cluster.everybody();
    const samples = new Map(members.map((member) => [member, [] as Sample[]]));
    const began = Date.now();
    while (Date.now() - began < minutes * 60_000) {
      for (const member of members) await look(member, began, samples.get(member)!);
      await wait(LOOK_EVERY, undefined, { signal });
    }
    await load.stop();
    console.log(load.answers.table().join('\n'));
    const [, away, faults] = count(load.answers.all);
    console.log([...load.answers.faults(), ''].join('\n'));
    printHead();
    const allFlat = [...samples].map(([member, of]) => report(member, of)).every(Boolean);
    console.log(
      `\n  Flat: the last third's median is at most ${GROWTH * 100} % or ${SLACK} MB above that of the middle third.`,
    );
    return allFlat && away + faults === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
};

async function look(member: Member, began: number, samples: Sample[]): Promise<void> {
  try {
    const at = (Date.now() - began) / 60_000;
    samples.push({ at, memory: memoryOf(member.pid), heap: await heapOf(member).catch(() => undefined) });
  } catch {
    // It is not there at this moment, which its deaths tell.
  }
}

/** As the process tells it; a server that is not ours tells nothing. */
async function heapOf({ metricsUrl }: Member): Promise<number | undefined> {
  if (metricsUrl === undefined) return undefined;
  const text = await (await fetch(`${metricsUrl}/metrics`, { signal: AbortSignal.timeout(5_000) })).text();
  const bytes = /^\w*nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)/m.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes) / 1024 ** 2;
}

function report(member: Member, samples: Sample[]): boolean {
  const memory = thirds(samples.map((sample) => sample.memory));
  const heap = thirds(samples.flatMap((sample) => sample.heap ?? []));
  const isFlat = member.deaths.length === 0 && memory[2] - memory[1] <= Math.max(SLACK, GROWTH * memory[1]);
  const figures = [...memory.map(whole), slope(samples).toFixed(2), ...heap.map(whole)];
  const verdict = isFlat ? 'flat' : member.deaths.length > 0 ? 'DIED' : 'GROWS';
  console.log(`  ${member.title.padEnd(14)}${figures.map((each) => each.padStart(9)).join('')}   ${verdict}`);
  return isFlat;
}

function printHead(): void {
  const columns = ['all 1/3', '2/3', '3/3', 'MB/min', 'heap 1/3', '2/3', '3/3'];
  console.log(`  ${'MB'.padEnd(14)}${columns.map((each) => each.padStart(9)).join('')}`);
}

/** Medians of the three thirds. */
function thirds(values: number[]): [number, number, number] {
  const third = (index: number) => median(values.slice((index * values.length) / 3, ((index + 1) * values.length) / 3));
  return [third(0), third(1), third(2)];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Megabytes a minute, by least squares over the last two thirds. */
function slope(samples: Sample[]): number {
  const late = samples.slice(samples.length / 3);
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const [at, memory] = [mean((sample) => sample.at), mean((sample) => sample.memory)];
  const over = late.reduce((sum, sample) => sum + (sample.at - at) * (sample.memory - memory), 0);
  return over / late.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
}

const whole = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(0));
