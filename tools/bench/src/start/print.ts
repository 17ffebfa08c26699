import { median, spread, table } from '../figures.ts';
import { IDLE, type IdleMemory } from './idle-memory.ts';
import type { InstallSize } from './install-size.ts';
import type { Round, Start } from './rounds.ts';

/** Milliseconds from `npm start` until the site can be used, when it has run before: issue 7. */
const TARGET = 8_000;

/** Several rounds, in milliseconds: medians, and how far the rounds lay apart in hundredths. */
export function summed(rounds: Round[]) {
  const middle = (of: (round: Round) => number) => Math.round(median(rounds.map(of)));
  const figures = (of: (round: Round) => Start) => ({
    ready: middle((round) => of(round).ready),
    spread: spread(rounds.map((round) => of(round).ready)),
    page: middle((round) => of(round).page),
    processor: middle((round) => of(round).processor),
  });
  const titles = rounds[0]?.site.stages.map(({ title }) => title) ?? [];
  const stage = ({ site }: Round, title: string) => site.stages.find((one) => one.title === title);
  const stages = titles.map((title) => ({
    title,
    began: middle((round) => stage(round, title)?.began ?? NaN),
    took: middle((round) => (stage(round, title)?.ended ?? NaN) - (stage(round, title)?.began ?? NaN)),
  }));
  return {
    site: figures(({ site }) => site),
    bare: figures(({ bare }) => bare),
    stages,
    slowest: Math.round(Math.max(...rounds.map(({ site }) => site.ready))),
    ratio: median(rounds.map(({ site, bare }) => bare.ready / site.ready)),
    processorRatio: median(rounds.map(({ site, bare }) => bare.processor / site.processor)),
    target: TARGET,
  };
}

const percent = (share: number) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : '–');
const whole = (value: number) => (Number.isFinite(value) ? Math.round(value) : '–');

export function printStarts({ site, bare, stages, slowest, ratio, processorRatio }: ReturnType<typeof summed>): void {
  console.log(`\nA second npm start, in milliseconds: ${TARGET} or less until it is ready\n`);
  const line = (name: string, { ready, spread, page, processor }: typeof site) => [
    name,
    `${ready} ±${Math.ceil(spread / 2)} %`,
    page,
    whole(processor),
  ];
  const rows = [line('site', site), line('bare PostgreSQL and Node', bare)];
  rows.push(['bare / site', percent(ratio), '', percent(processorRatio)]);
  console.log(table(['what', 'ready', 'first page', 'cpu'], rows));
  console.log(`\n${slowest > TARGET ? 'Missed' : 'Met'}: the slowest took ${slowest}. Its stages:\n`);
  const lines = stages.map(({ title, began, took }) => [title, began, took]);
  console.log(table(['stage', 'begins at', 'takes'], [['before them', 0, stages[0]?.began ?? '–'], ...lines]));
}

export function printMemory({ site, bare }: { site: IdleMemory[]; bare: IdleMemory[] }): void {
  console.log(`\nMemory in MB after ${IDLE} seconds at rest: a share of what is shared (PSS), and all (RSS)\n`);
  const line = ({ part, processes, proportional, resident }: IdleMemory) => [
    part,
    processes,
    whole(proportional),
    whole(resident),
  ];
  const total = (name: string, parts: IdleMemory[]) => {
    const sum = (of: (part: IdleMemory) => number) => parts.reduce((all, part) => all + of(part), 0);
    return line({
      part: name,
      processes: sum(({ processes }) => processes),
      proportional: sum(({ proportional }) => proportional),
      resident: sum(({ resident }) => resident),
    });
  };
  const bares = bare.map((part) => line({ ...part, part: `bare: ${part.part}` }));
  const rows = [...site.map(line), total('all of the site', site), ...bares, total('all of the bare one', bare)];
  console.log(table(['part', 'processes', 'PSS', 'RSS'], rows));
}

export function printInstall({ packages, bytes, bytesToRun, bytesOfSite, largest }: InstallSize): void {
  const megabytes = (size: number) => (size / 1e6).toFixed(1);
  console.log(
    `\nInstalled: ${packages} packages of ${megabytes(bytes)} MB, of which ${megabytes(bytesToRun)} MB are not for development ` +
      `by the lock file, and ${megabytes(bytesOfSite)} MB are what the site runs with\n`,
  );
  const rows = largest.map(({ name, copies, bytes: size, isForDevelopment, projects }) => [
    copies > 1 ? `${name} (${copies})` : name,
    megabytes(size),
    isForDevelopment ? 'developing' : 'running',
    projects.length > 3 ? `${projects.length} projects` : projects.join(', ') || 'nobody',
  ]);
  console.log(table(['the largest', 'MB', 'by the lock file', 'who runs with it'], rows));
}
