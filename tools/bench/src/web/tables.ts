import { table } from '../figures.ts';
import type { Rendered } from './bench-rendered.ts';
import type { Compared } from './load.ts';
import type { Memory } from '../site.ts';

/** Something that was measured with several contenders, the last of which is the limit. */
export interface Row {
  kind: 'kept' | 'media' | 'gateway';
  name: string;
  bytes: number;
  of: Compared[];
}

/** What has to be reached, in hundredths of the limit's rate: issue 7. */
const TARGETS = { kept: 50, media: 80, gateway: 80 };

const TITLES = {
  kept: 'Pages that are kept',
  media: 'Media files, each with its question whether it is public',
  gateway: 'Through the gateway',
};

const percent = (part: number) => (Number.isFinite(part) ? `${Math.round(part * 100)} %` : '–');
const micro = (value: number) => (Number.isFinite(value) ? value : '–');

export function printRows(rows: Row[]): void {
  for (const kind of ['kept', 'media', 'gateway'] as const) {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) continue;
    console.log(`\n${TITLES[kind]}: ${TARGETS[kind]} % of ${own[0]?.of.at(-1)?.name} or more\n`);
    const lines = own.flatMap(({ name, bytes, of }) =>
      of.map((one) => [
        `${name}, ${one.name}`,
        bytes,
        `${one.rate} ±${Math.ceil(one.spread / 2)} %`,
        one.p99,
        micro(one.processor),
        percent(one.ratio),
        percent(one.processorRatio),
      ]),
    );
    console.log(table(['what', 'bytes', 'req/s', 'p99 ms', 'cpu µs', 'of its rate', 'of its cpu'], lines));
  }
}

export function printRendered(rows: Rendered[]): void {
  console.log('\nRendered for each who asks, without the cache, and milliseconds of processor time for each page\n');
  const parts = Object.keys(rows[0]?.processor ?? {});
  const lines = rows.map(({ name, rate, p99, processor }) => [
    name,
    rate,
    p99,
    ...parts.map((part) => (processor?.[part] ?? NaN).toFixed(1)),
  ]);
  console.log(table(['page', 'req/s', 'p99 ms', ...parts], lines));
}

export function printMemory(memory: Memory[]): void {
  console.log('\nMemory after all of it\n');
  console.log(
    table(
      ['process', 'MB'],
      memory.map(({ part, megabytes }) => [part, megabytes]),
    ),
  );
}
