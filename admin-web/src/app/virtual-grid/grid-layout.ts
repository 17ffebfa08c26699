/** What tiles are to look like; all lengths in pixels. */
export interface TileShape {
  /** Width that a tile has at least; it grows until its row is full. Without it there is one tile a row. */
  least?: number;
  /** Height of a tile; without it tiles are square. */
  height?: number;
  gap: number;
  /** Space between the tiles and the edges of their box. */
  inset: number;
}

/** Tiles of one size in rows, so that the place of each is a matter of arithmetic, however many there are. */
export interface TileGrid {
  columns: number;
  width: number;
  height: number;
  gap: number;
  inset: number;
}

/** @param boxWidth 0 while it is not known */
export function tileGrid({ least, height, gap, inset }: TileShape, boxWidth: number): TileGrid {
  const room = Math.max(0, boxWidth - 2 * inset);
  const columns = least ? Math.max(1, Math.floor((room + gap) / (least + gap))) : 1;
  const width = Math.max(0, (room - (columns - 1) * gap) / columns);
  return { columns, width, height: height ?? width, gap, inset };
}

/** Where a tile begins, from the corner of its box. */
export function placeOf({ columns, width, height, gap, inset }: TileGrid, index: number): { x: number; y: number } {
  const row = Math.floor(index / columns);
  return { x: inset + (index % columns) * (width + gap), y: inset + row * (height + gap) };
}

/** The tile that is nearest to a point of the box. */
export function indexAt({ columns, width, height, gap, inset }: TileGrid, count: number, x: number, y: number): number {
  const column = clamp(Math.floor((x - inset + gap / 2) / (width + gap)), columns);
  const row = Math.max(0, Math.floor((y - inset + gap / 2) / (height + gap)));
  return clamp(row * columns + column, count);
}

/** Where a key leads from a tile; undefined for a key that leads nowhere. */
export function stepOf(key: string, from: number, columns: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return clamp(from - 1, count);
    case 'ArrowRight':
      return clamp(from + 1, count);
    case 'ArrowUp':
      return from < columns ? from : from - columns;
    case 'ArrowDown':
      return isInLastRow(from, columns, count) ? from : clamp(from + columns, count);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

const isInLastRow = (index: number, columns: number, count: number) =>
  Math.floor(index / columns) === Math.floor((count - 1) / columns);

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
