import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf, processorTime, type Memory } from '@portfolio/testing/process-stats';
import { ROOT } from '@portfolio/testing/repository';
import { median, medians, percent, printTable, rounded, spread, sum, withSpread } from '@portfolio/testing/statistics';
import type { BenchOptions } from '../main.ts';
import { machine, measureRounds } from '../rounds.ts';
import { serviceOf, withSite, type StartedSite } from '../site.ts';
import { during } from '../stop-signal.ts';
import { startBareSite } from './bare-site.ts';
import { installSize } from './install-size.ts';

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

interface ServiceMemory extends Memory {
  service: string;
  processes: number;
}

/** Time of a second `npm start` and idle memory, beside PostgreSQL and a bare Node process; and the size of an installation. */
export async function bench({ folder, rounds }: BenchOptions): Promise<object[]> {
  const dataDir = join(folder, 'data');
  const bareFolder = join(folder, 'bare');
  for (const path of [dataDir, bareFolder]) await mkdir(path);
  console.log('The first start, which fills the site …');
  await withSite({ dataDir }, () => Promise.resolve());
  const starts = summarize(await measureRounds(rounds, () => startBoth(dataDir, bareFolder)));
  const startLine = { kind: 'start', ...machine(), ...starts };
  console.log('Idle memory …');
  const memory = {
    site: await withSite({ dataDir, throughNpm: true }, idleMemory),
    bare: await during(await startBareSite(dataDir, bareFolder), idleMemory),
  };
  const size = installSize(ROOT);
  printStarts(starts);
  printMemory(memory);
  printInstall(size);
  return [
    startLine,
    ...Object.entries(memory).flatMap(([of, services]) => services.map((one) => ({ kind: 'memory', of, ...one }))),
    { kind: 'install', ...size },
  ];
}

async function startBoth(dataDir: string, bareFolder: string): Promise<Round> {
  const site = await withSite({ dataDir, throughNpm: true }, async (started) => {
    const [step] = FIRST_START.exec(started.output()) ?? [];
    if (step) throw new Error(`The site has changed:${step}`);
    return measure(started);
  });
  return { site, bare: await during(await startBareSite(dataDir, bareFolder), measure) };
}

async function measure(started: StartedSite): Promise<Start> {
  const start = performance.now();
  const response = await fetch(started.origin, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(`The response of the first page has status ${response.status}`);
  await response.arrayBuffer();
  const page = performance.now() - start;
  const times = (await started.tree()).map(({ pid }) => processorTime(pid, true) ?? NaN);
  return { ready: started.readyAfter, page, processor: sum(times) };
}

/** Memory of each service after a pause, the largest first. */
async function idleMemory(started: StartedSite): Promise<ServiceMemory[]> {
  await wait(IDLE_SECONDS * 1000);
  const processes = (await started.tree()).map(({ pid, kilobytes, command }) => ({
    ...{ service: serviceOf(command) ?? 'other', processes: 1 },
    ...(memoryOf(pid) ?? { proportional: NaN, resident: kilobytes / 1024 }),
  }));
  const services = [...new Set(processes.map(({ service }) => service))];
  const processesOf = (name: string) => processes.filter(({ service }) => service === name);
  return services.map((name) => total(name, processesOf(name))).toSorted((a, b) => b.resident - a.resident);
}

const total = (service: string, all: ServiceMemory[]): ServiceMemory => ({
  service,
  processes: sum(all.map(({ processes }) => processes)),
  proportional: sum(all.map(({ proportional }) => proportional)),
  resident: sum(all.map(({ resident }) => resident)),
});

/** Medians of several rounds in milliseconds, and the spread in percent. */
function summarize(rounds: Round[]) {
  const start = (starts: Start[]) => {
    const { ready, page, processor } = medians(starts);
    return {
      ...{ ready: Math.round(ready), spread: spread(starts.map((one) => one.ready)) },
      ...{ page: Math.round(page), processor: Math.round(processor) },
    };
  };
  return {
    site: start(rounds.map(({ site }) => site)),
    bare: start(rounds.map(({ bare }) => bare)),
    slowest: Math.round(Math.max(...rounds.map(({ site }) => site.ready))),
    ratio: median(rounds.map(({ site, bare }) => bare.ready / site.ready)),
    processorRatio: median(rounds.map(({ site, bare }) => bare.processor / site.processor)),
    target: TARGET_MS,
  };
}

function printStarts({ site, bare, slowest, ratio, processorRatio }: ReturnType<typeof summarize>): void {
  const row = (name: string, { ready, spread, page, processor }: typeof site) => [
    ...[name, withSpread(ready, spread), page, rounded(processor)],
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
    ...[service, processes, rounded(proportional), rounded(resident)],
  ];
  printTable(
    `Memory in MB after ${IDLE_SECONDS} seconds at rest: shared pages divided (PSS), and counted in each (RSS)`,
    ['service', 'processes', 'PSS', 'RSS'],
    [
      ...[...site, total('total of the site', site)],
      ...bare.map((one) => ({ ...one, service: `bare: ${one.service}` })),
      total('total of the bare site', bare),
    ].map(row),
  );
}

function printInstall({ packages, bytes, bytesOfSite }: ReturnType<typeof installSize>): void {
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  console.log(`\nInstalled: ${packages} packages of ${megabytes(bytes)}; the site loads ${megabytes(bytesOfSite)}.`);
}
