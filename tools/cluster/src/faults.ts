import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { median, printTable, seededRandom, sum } from '@portfolio/testing/statistics';
import { withCluster, type Cluster, type ClusterProcess } from './cluster.ts';
import { Load, WITHOUT_LIMITS, type Outcome } from './load.ts';
import { findLosses } from './losses.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

/** Weight of each service in the choice of the process to kill. */
const WEIGHTS = { api: 3, worker: 3, 'public-web': 2, postgres: 2, redis: 2, s3: 1 } as const;
/** Processes whose kill cuts off the response that they send. */
const CUTTING = /api|public-web|s3/;
const RECOVERY_TIMEOUT_MS = 60_000;
/** Shortest pause between two faults; the longest is twice that. */
const PAUSE_MS = 2_000;
const MAX_PRINTED = 10;

/** One kill and its effect on requests. */
interface Fault extends Record<Outcome, number> {
  killed: string;
  /** Milliseconds until all instances served again; undefined after the timeout. */
  recovery: number | undefined;
}

/**
 * Kills random processes under load. Checks that no accepted data is lost, no rendition is mixed up, all processes
 * recover, and readers get a correct response or a correct 503, or one that the kill has cut off.
 */
export const command: Command = ({ dataDir, args, signal }) => {
  const { minutes, seed, disk } = readOptions(args, { minutes: 10, seed: 1, disk: false });
  const replicas = { api: 3, worker: 2, 'public-web': 2 };
  const env = { ...WITHOUT_LIMITS, CONCURRENCY: '1', JOB_TAKEOVER_MS: '5000' };
  return withCluster({ dataDir, disk, replicas, env }, async (cluster) => {
    console.log(`  ${minutes} minutes of faults, seed ${seed}, files on ${disk ? 'disk' : 's3'}\n`);
    const load = await Load.start(cluster, {
      ...{ seed, pause: 150 },
      clients: { page: 4, media: 3, api: 4, comment: 2, upload: 2 },
    });
    const faults = await killAtRandom(cluster, load, { minutes, seed, signal });
    const { cut, fault } = await load.stop();
    const excused = sum(faults.filter(({ killed }) => CUTTING.test(killed)).map((one) => one.cut));
    const failures = fault + cut - excused;
    console.log(`\n${load.table()}`);
    printSummary(faults);
    const losses = await findLosses(load.api, load, signal);
    for (const loss of losses.slice(0, MAX_PRINTED)) console.log(`  ${loss}`);
    const unrecovered = faults.filter(({ recovery }) => recovery === undefined).length;
    console.log(
      `\n  ${faults.length} kills: ${losses.length} losses in ${load.uploads.length} uploads and ` +
        `${load.comments.length} comments, ${excused} responses cut off by a kill, ` +
        `${failures} that were neither ok nor a correct 503, ` +
        `${unrecovered} without recovery.`,
    );
    return losses.length + failures + unrecovered === 0 ? 0 : 1;
  });
};

async function killAtRandom(
  cluster: Cluster,
  load: Load,
  { minutes, seed, signal }: { minutes: number; seed: number; signal: AbortSignal },
): Promise<Fault[]> {
  const random = seededRandom(seed);
  const start = Date.now();
  const faults: Fault[] = [];
  for (;;) {
    await wait(PAUSE_MS * (1 + random()), undefined, { signal });
    if (Date.now() - start > minutes * 60_000) return faults;
    // One in five faults kills two processes.
    const count = random() < 0.2 ? 2 : 1;
    const victims = [...new Set(Array.from({ length: count }, () => choose(cluster, random())))];
    const from = Date.now();
    await Promise.all(victims.map((victim) => victim.kill()));
    const recovery = await recoveryTime(cluster, victims, from, signal);
    const outcomes = load.outcomesSince(from);
    const killed = victims.map(({ title }) => title).join(' and ');
    faults.push({ killed, recovery, ...outcomes });
    const seconds = ((from - start) / 1_000).toFixed(0).padStart(4);
    console.log(
      `  ${seconds} s  ${killed.padEnd(28)} recovered: ${recovery === undefined ? 'NO' : `${recovery} ms`}; ` +
        `${outcomes.ok} ok, ${outcomes.unavailable} × 503, ${outcomes.cut} cut, ${outcomes.fault} faults`,
    );
  }
}

function choose(cluster: Cluster, chance: number): ClusterProcess {
  const lots = Object.entries(WEIGHTS).flatMap(([name, weight]) => {
    const instances = cluster.processes(name as keyof typeof WEIGHTS);
    return instances.length === 0 ? [] : Array.from({ length: weight }, () => instances);
  });
  // The fraction chooses the instance.
  const position = chance * lots.length;
  const instances = lots[Math.floor(position)]!;
  return instances[Math.floor((position % 1) * instances.length)]!;
}

/** @returns milliseconds until the killed processes run and all instances serve */
async function recoveryTime(
  cluster: Cluster,
  victims: ClusterProcess[],
  from: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const isRecovered = async () => victims.every(({ isRunning }) => isRunning) && (await allServe(cluster));
  const wait = { timeoutMs: RECOVERY_TIMEOUT_MS, intervalMs: 50, signal };
  return (await eventually(isRecovered, Boolean, wait)) ? Date.now() - from : undefined;
}

/** Requests each api, with its dependencies, and each public-web past the gateway. */
async function allServe(cluster: Cluster): Promise<boolean> {
  const addresses = [
    ...cluster.processes('api').map(({ addresses }) => `http://127.0.0.1:${addresses.port}/api/health`),
    ...cluster.processes('public-web').map(({ addresses }) => `http://127.0.0.1:${addresses.port}/galleries`),
  ];
  const results = await Promise.all(
    addresses.map((address) =>
      fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
        async (response) => (await response.arrayBuffer(), response.ok),
        () => false,
      ),
    ),
  );
  return results.every(Boolean);
}

function printSummary(faults: Fault[]): void {
  const kindOf = ({ killed }: Fault) => (killed.includes(' and ') ? 'two at once' : killed.replace(/-\d+$/, ''));
  const rows = [...new Set(faults.map(kindOf))].sort().map((kind) => {
    const own = faults.filter((fault) => kindOf(fault) === kind);
    const times = own.map(({ recovery }) => recovery ?? Infinity);
    const counts = (['unavailable', 'cut', 'fault'] as const).map((name) => sum(own.map((fault) => fault[name])));
    return [kind, own.length, median(times), Math.max(...times), ...counts];
  });
  printTable('Recovery', ['killed', 'times', 'median ms', 'longest', '503', 'cut', 'faults'], rows);
}
