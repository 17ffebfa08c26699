import { table } from '../figures.ts';
import type { SizesCompared } from './compare-sizes.ts';
import type { Compared } from './compare-with-bare.ts';

const percent = (ratio: number) => `${Math.round(ratio * 100)} %`;

/** What the issue asks for: half of what the bare server does. */
export function printBare(calls: Compared[]): void {
  const rate = ({ rate, spread }: Compared['api']) => `${Math.round(rate)} ±${Math.ceil(spread / 2)} %`;
  const rows = calls.map(({ name, bytes, queries, api, bare, ratio }) => [
    name,
    bytes,
    queries,
    rate(api),
    rate(bare),
    percent(ratio),
    ...[api.p99, bare.p99, api.processor || '–', bare.processor || '–'],
  ]);
  const titles = ['call', 'bytes', 'queries', 'api req/s', 'bare req/s', 'ratio', 'p99 ms', 'bare', 'µs', 'bare'];
  console.log(`\n${table(titles, rows)}`);
  const peak = (side: 'api' | 'bare') => Math.max(...calls.map((call) => call[side].peak ?? NaN));
  console.log(`\nMemory at its peak: api ${peak('api')} MB, bare server ${peak('bare')} MB\n`);
}

/** What the larger database costs a request. */
export function printSizes(calls: SizesCompared[]): void {
  const rows = calls.map(({ name, small, large, ratio }) => [name, small.toFixed(2), large.toFixed(2), percent(ratio)]);
  console.log(`\n${table(['call, one at a time', 'small ms', 'large ms', 'ratio'], rows)}\n`);
}
