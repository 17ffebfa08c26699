/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: number[]): number {
  if (values.length === 0) throw new Error('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(middle) - 1] as number, sorted[Math.floor(middle)] as number];
  return (lower + upper) / 2;
}

/** How far the values lie apart, in hundredths of their median. */
export const spread = (values: number[]): number =>
  Math.round(((Math.max(...values) - Math.min(...values)) / median(values)) * 100);

/** Lines of text with the columns under their titles: the first from the left, the others, which are numbers, from the right. */
export function table(titles: string[], rows: (string | number)[][]): string {
  const cells = [titles, ...rows.map((row) => row.map(String))];
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return cells.map((row) => line(row).join('   ').trimEnd()).join('\n');
}
