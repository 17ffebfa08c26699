/** All lengths in pixels. */
export interface TileShape {
  /** Minimum width of a tile; absent for one tile a row. */
  minWidth?: number;
  /** Absent for square tiles. */
  height?: number;
  gap: number;
  /** Between rows; absent for `gap`. */
  rowGap?: number;
  /** Padding around the tiles. */
  inset?: number;
}

/** Rows of tiles of one size: each position follows from the index. All lengths in pixels. */
export type GridLayout = ReturnType<typeof gridLayout>;

/** @param boxWidth 0 until measured */
export function gridLayout(shape: TileShape, boxWidth: number) {
  const { minWidth, height, gap, rowGap = gap, inset = 0 } = shape;
  const available = Math.max(0, boxWidth - 2 * inset);
  const columns = minWidth ? Math.max(1, Math.floor((available + gap) / (minWidth + gap))) : 1;
  const width = Math.max(0, (available - (columns - 1) * gap) / columns);
  return { columns, width, height: height ?? width, gap, rowGap, inset };
}

/** Top left corner of a tile, relative to the box. */
export function positionOf(layout: GridLayout, index: number): { x: number; y: number } {
  const { columns, width, height, gap, rowGap, inset } = layout;
  const row = Math.floor(index / columns);
  return { x: inset + (index % columns) * (width + gap), y: inset + row * (height + rowGap) };
}

/** Index of the tile nearest to a point of the box. */
export function indexAt(layout: GridLayout, count: number, x: number, y: number): number {
  const { columns, width, height, gap, rowGap, inset } = layout;
  const column = clamp(Math.floor((x - inset + gap / 2) / (width + gap)), columns);
  const row = clamp(Math.floor((y - inset + rowGap / 2) / (height + rowGap)), Math.ceil(count / columns));
  return clamp(row * columns + column, count);
}

/** Index that an arrow key, Home or End moves to; undefined for other keys. */
export function indexAfterKey(key: string, from: number, columns: number, count: number): number | undefined {
  const targets: Partial<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from < columns ? from : from - columns,
    ArrowDown: isInLastRow(from, columns, count) ? from : from + columns,
    Home: 0,
    End: count - 1,
  };
  const to = targets[key];
  return to === undefined ? undefined : clamp(to, count);
}

const isInLastRow = (index: number, columns: number, count: number) =>
  Math.floor(index / columns) === Math.floor((count - 1) / columns);

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));

/** Props of a rendered tile: numbers, so that `memo` compares them. */
export interface TileProps {
  /** From 0. */
  index: number;
  count: number;
  /** Whether it is in the tab order. */
  isCurrent: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const tileStyle = ({ x, y, width, height }: TileProps) => ({
  transform: `translate(${x}px, ${y}px)`,
  inlineSize: width,
  blockSize: height,
});
