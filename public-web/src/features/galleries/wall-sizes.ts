/** Windows for which the rows are worked out, in CSS pixels; in wider ones the last piece goes on. */
const NARROWEST = 320;
const WIDEST = 2_560;
const STEP = 8;

/** Of most browsers. Where letters are larger, so is what follows from it, and a picture is fetched a little too small. */
const REM = 16;
/** From here on the wall has an element at its end that takes what the last row leaves over. */
const ROOMY = 40 * REM;
/** From here on windows mostly have a scrollbar that takes room. */
const DESK = 64 * REM;
const SCROLLBAR = 15;
/**
 * The element at the end of the wall: its width before it grows, in heights of a row, and its share in what is left over. In
 * nine of ten random galleries, in windows from 820 px, a photo left alone is 0.68 to 1.18 times as high as the median row.
 */
export const END = { basis: 1.5, grow: 16 };

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** The measures of the wall in photo-wall.module.css, in CSS pixels, for a width of the window. */
function measuresFor(window: number) {
  const share = window / 100;
  const row = clamp(13 * REM, 21 * share, 22 * REM);
  return {
    full: window - (window < DESK ? 0 : SCROLLBAR) - clamp(2.5 * REM, 0.8 * REM + 7.6 * share, 10 * REM),
    gap: clamp(0.75 * REM, 0.5 * REM + 0.8 * share, 1.5 * REM),
    row,
    tallest: Math.max(34 * REM, 1.8 * row),
    widest: window < ROOMY ? 3 : 8,
  };
}

/** How wide a tile is in a window, and which tiles stand beside it. */
function tileIn(window: number, ratios: number[], index: number) {
  const { full, gap, row, tallest, widest } = measuresFor(window);
  const shapeAt = (place: number) => clamp(0.4, ratios[place] ?? 1, widest);
  /** The first tile behind the row that begins with `first`, and the sum of the row's shapes. */
  const rowFrom = (first: number) => {
    let [end, sum] = [first + 1, shapeAt(first)];
    for (; end < ratios.length; end += 1) {
      const next = sum + shapeAt(end);
      if (next * row + (end - first) * gap > full) break;
      sum = next;
    }
    return { first, end, sum };
  };
  let line = rowFrom(0);
  while (line.end <= index) line = rowFrom(line.end);

  const { first, end, sum } = line;
  const gaps = (end - first - 1) * gap;
  const hasEnd = end === ratios.length && window >= ROOMY && (sum + END.basis) * row + gaps + gap <= full;
  const height = hasEnd
    ? row + (full - gaps - gap - (sum + END.basis) * row) / (sum + END.grow)
    : Math.min((full - gaps) / sum, tallest);
  return { width: shapeAt(index) * height, row: `${first} ${end} ${hasEnd} ${height === tallest}` };
}

/**
 * How wide a tile of the wall is shown, as in the `sizes` attribute: a piece for each way in which the rows break, and in each
 * the straight line between its ends. Browsers learn it from the layout for pictures that are fetched late, but for those
 * that a page opens with there is none yet.
 *
 * @param ratios of all photos in the wall, width by height, in their order
 */
export function wallSizes(ratios: number[], index: number): string {
  const pieces: { row: string; from: [number, number]; to: [number, number] }[] = [];
  for (let window = NARROWEST; window <= WIDEST; window += STEP) {
    const { width, row } = tileIn(window, ratios, index);
    const piece = pieces.at(-1);
    if (piece?.row === row) piece.to = [window, width];
    else pieces.push({ row, from: [window, width], to: [window, width] });
  }
  return pieces
    .map(({ from, to }, place) => {
      const slope = to[0] === from[0] ? 0 : (to[1] - from[1]) / (to[0] - from[0]);
      const width = `calc(${(slope * 100).toFixed(1)}vw + ${Math.round(from[1] - slope * from[0])}px)`;
      return place === pieces.length - 1 ? width : `(max-width: ${to[0] + STEP - 1}px) ${width}`;
    })
    .join(', ');
}
