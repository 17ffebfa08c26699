import { mkdir } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf, processorTime, type ProcessInfo } from '@portfolio/testing/process-stats';
import { median, percent, printTable, spread, sum, whole, withSpread } from '@portfolio/testing/statistics';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import type { BenchOptions } from '../main.ts';
import { ROOT, serviceOf, Site, withSite } from '../site.ts';
import { during } from '../stop-signal.ts';
import { BareSite } from './bare-site.ts';
import { installSize, type InstallSize } from './install-size.ts';

/** Target for a second start, in milliseconds. */
const TARGET_MS = 4_000;
const IDLE_SECONDS = 10;
/** Printed steps of a first start only. */
const FIRST_START = /^ {2}(?:Dependencies|Build|Demo content) \.{3}/m;

/** Times of one start, in milliseconds. */
interface Start {
  ready: number;
  /** From ready to the end of the first response. */
  page: number;
  /** Processor time of all processes, ended ones included; NaN where unknown. */
  processor: number;
}

type Round = Record<'site' | 'bare', Start>;

/** Memory of one service, in MB. */
interface ServiceMemory {
  service: string;
  processes: number;
  /** PSS; NaN where unknown. */
  proportional: number;
  /** RSS. */
  resident: number;
}

/** Time of a second `npm start` and idle memory, beside PostgreSQL and a bare Node process; and the size of an installation. */
export function benchStart({ rounds }: BenchOptions): Promise<object[]> {
  return withTempFolder('bench', async (folder) => {
    const dataDir = join(folder, 'data');
    const bareFolder = join(folder, 'bare');
    for (const path of [dataDir, bareFolder]) await mkdir(path);
    console.log('The first start, which fills the site …');
    await withSite({ dataDir }, () => Promise.resolve());
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      console.log(round === 0 ? 'Warm-up …' : `Round ${round} of ${rounds}`);
      const result = await startBoth(dataDir, bareFolder);
      if (round > 0) measured.push(result);
    }
    const load = loadavg()[0] ?? NaN;
    console.log('Idle memory …');
    const memory = {
      site: await during(await Site.start({ dataDir, throughNpm: true }), idleMemory),
      bare: await during(await BareSite.start(dataDir, bareFolder), idleMemory),
    };
    const starts = summarize(measured);
    const size = installSize(ROOT);
    printStarts(starts);
    printMemory(memory);
    printInstall(size);
    const machine = { node: process.version, cores: availableParallelism(), load };
    return [
      { kind: 'start', ...machine, ...starts },
      ...Object.entries(memory).flatMap(([of, services]) => services.map((one) => ({ kind: 'memory', of, ...one }))),
      { kind: 'install', ...size },
    ].map((line) => ({ bench: 'start', ...line }));
  });
}

async function startBoth(dataDir: string, bareFolder: string): Promise<Round> {
  const started = await Site.start({ dataDir, throughNpm: true });
  const site = await during(started, measure);
  const [step] = FIRST_START.exec(started.output()) ?? [];
  if (step) throw new Error(`The site has changed:${step}`);
  return { site, bare: await during(await BareSite.start(dataDir, bareFolder), measure) };
}

interface Started {
  origin: string;
  readyAfter: number;
  tree(): Promise<ProcessInfo[]>;
}

async function measure(started: Started): Promise<Start> {
  const start = performance.now();
  const response = await fetch(started.origin, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(`The response of the first page has status ${response.status}`);
  await response.arrayBuffer();
  const page = performance.now() - start;
  const times = (await started.tree()).map(({ pid }) => processorTime(pid, true) ?? NaN);
  return { ready: started.readyAfter, page, processor: sum(times) };
}

/** Memory of each service after a pause, the largest first. */
async function idleMemory(started: Started): Promise<ServiceMemory[]> {
  await wait(IDLE_SECONDS * 1000);
  const services = new Map<string, ServiceMemory>();
  for (const { pid, kilobytes, command } of await started.tree()) {
    const { proportional, resident } = memoryOf(pid) ?? { proportional: NaN, resident: kilobytes / 1024 };
    const service = serviceOf(command) ?? 'other';
    const total = services.get(service) ?? { service, processes: 0, proportional: 0, resident: 0 };
    total.processes += 1;
    total.proportional += proportional;
    total.resident += resident;
    services.set(service, total);
  }
  return [...services.values()].toSorted((a, b) => b.resident - a.resident);
}

/** Medians of several rounds in milliseconds, and the spread in percent. */
function summarize(rounds: Round[]) {
  const medianOf = (value: (round: Round) => number) => Math.round(median(rounds.map(value)));
  const start = (of: (round: Round) => Start) => ({
    ready: medianOf((round) => of(round).ready),
    spread: spread(rounds.map((round) => of(round).ready)),
    page: medianOf((round) => of(round).page),
    processor: medianOf((round) => of(round).processor),
  });
  return {
    site: start(({ site }) => site),
    bare: start(({ bare }) => bare),
    slowest: Math.round(Math.max(...rounds.map(({ site }) => site.ready))),
    ratio: median(rounds.map(({ site, bare }) => bare.ready / site.ready)),
    processorRatio: median(rounds.map(({ site, bare }) => bare.processor / site.processor)),
    target: TARGET_MS,
  };
}

function printStarts({ site, bare, slowest, ratio, processorRatio }: ReturnType<typeof summarize>): void {
  const row = (name: string, { ready, spread, page, processor }: typeof site) => [
    ...[name, withSpread(ready, spread), page, whole(processor)],
  ];
  printTable(
    `A second npm start, in milliseconds: ${TARGET_MS} or less until it is ready`,
    ['contender', 'ready', 'first page', 'cpu'],
    [
      row('site', site),
      row('bare PostgreSQL and Node', bare),
      ['bare / site', percent(ratio), '', percent(processorRatio)],
    ],
  );
  console.log(`\n${slowest > TARGET_MS ? 'Missed' : 'Met'}: the slowest took ${slowest} ms.`);
}

function printMemory({ site, bare }: { site: ServiceMemory[]; bare: ServiceMemory[] }): void {
  const row = ({ service, processes, proportional, resident }: ServiceMemory) => [
    ...[service, processes, whole(proportional), whole(resident)],
  ];
  const total = (service: string, all: ServiceMemory[]) => {
    const count = (value: (one: ServiceMemory) => number) => sum(all.map(value));
    return row({
      service,
      processes: count(({ processes }) => processes),
      proportional: count(({ proportional }) => proportional),
      resident: count(({ resident }) => resident),
    });
  };
  printTable(
    `Memory in MB after ${IDLE_SECONDS} seconds at rest: shared pages divided (PSS), and counted in each (RSS)`,
    ['service', 'processes', 'PSS', 'RSS'],
    [
      ...[...site.map(row), total('total of the site', site)],
      ...[
        ...bare.map((one) => row({ ...one, service: `bare: ${one.service}` })),
        total('total of the bare site', bare),
      ],
    ],
  );
}

function printInstall({ packages, bytes, bytesOfSite }: InstallSize): void {
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  console.log(`\nInstalled: ${packages} packages of ${megabytes(bytes)}; the site loads ${megabytes(bytesOfSite)}.`);
}
