/** Middle value; the mean of the two middle ones for an even count. @throws for an empty list */
export function median(values: number[]): number {
  if (values.length === 0) throw new Error('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Median of each number, by its name. */
export function medians<Name extends string>(values: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(values[0] ?? {}) as Name[];
  const entries = names.map((name) => [name, median(values.map((value) => value[name]))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** @param share from 0 to 1. @returns NaN for an empty list */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
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

/** Text table: the first column is left-aligned, numbers are right-aligned. A value that is not finite is shown as a dash. */
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
export const whole = (value: number) => (Number.isFinite(value) ? Math.round(value) : '–');
/** Median with half the spread of the values. */
export const withSpread = (value: number, spread: number) => `${value} ±${Math.ceil(spread / 2)} %`;
