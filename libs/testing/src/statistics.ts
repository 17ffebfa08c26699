/** Middle value; the mean of the two middle ones for an even count. @throws for an empty list */
export function median(values: number[]): number {
  if (values.length === 0) throw new Error('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** For each key, the median of its values in all records. */
export function medians<Key extends string>(records: Record<Key, number>[]): Record<Key, number> {
  const keys = Object.keys(records[0] ?? {}) as Key[];
  const entries = keys.map((key) => [key, median(records.map((record) => record[key]))]);
  return Object.fromEntries(entries) as Record<Key, number>;
}

/** Nearest-rank percentile. @param share from 0 to 1. @returns NaN for an empty list */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** Distance of the largest from the smallest value, in percent of the median. */
export const spread = (values: number[]): number =>
  Math.round(((Math.max(...values) - Math.min(...values)) / median(values)) * 100);

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Random numbers from 0 to 1, repeatable by their seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Cell = string | number;

/** Text table: the first column is left-aligned, all others are right-aligned. Infinite numbers and NaN are shown as a dash. */
export function formatTable(titles: string[], rows: Cell[][]): string {
  const text = (cell: Cell) => (typeof cell === 'string' || Number.isFinite(cell) ? String(cell) : '–');
  const cells = [titles, ...rows.map((row) => row.map(text))];
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return cells.map((row) => line(row).join('   ').trimEnd()).join('\n');
}

/** Prints a heading and a table. */
export function printTable(heading: string, titles: string[], rows: Cell[][]): void {
  console.log(`\n${heading}\n\n${formatTable(titles, rows)}`);
}

export const percent = (share: number) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : '–');
export const rounded = (value: number) => (Number.isFinite(value) ? Math.round(value) : '–');
/** Median with half the spread of the values. @param spread in percent, as of `spread()` */
export const withSpread = (value: Cell, spread: number) => `${value} ±${Math.ceil(spread / 2)} %`;
