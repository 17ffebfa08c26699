import { factor, FULL_WIDTH } from '../../app/components/full-width.ts';

/** Windows for which the rows are worked out, in CSS pixels; in wider ones the last piece goes on. */
const NARROWEST = 320;
const WIDEST = 2_560;
const STEP = 8;

/** Of most browsers. Where letters are larger, so is what follows from it, and a picture is fetched a little too small. */
const REM = 16;
/** From here on frames are longer, so that less of a strip is cut off. */
const ROOMY = 40 * REM;
/** Width by height of the longest frame, in narrow windows and in the others. */
const [NARROW_SHAPE, ROOMY_SHAPE] = [3, 8];
/** From here on many windows have a scrollbar that takes room, and some have none. */
const DESK = 64 * REM;
const SCROLLBAR = 15;
/**
 * The element at the end of the wall: its width before it grows, in heights of a row, in narrow windows and from 48rem on, and
 * its share in what is left over. In nineteen of twenty random galleries, in windows from 430 px, a photo left alone is 0.6 to
 * 1.2 times as high as the median row of several.
 */
export const END = { narrowBasis: 0.67, basis: 1.5, grow: 16 };
/** Share of a width below which no line of `sizes` falls. None is above it: a pixel too many may fetch the next rendition. */
const CLOSE = 0.99;

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** The measures of the wall in photo-wall.module.css, in CSS pixels, for a width of the window. */
function measuresFor(window: number) {
  const share = window / 100;
  const row = clamp(13 * REM, 21 * share, 22 * REM);
  return {
    full: window - clamp(2.5 * REM, 0.8 * REM + 7.6 * share, 10 * REM),
    gap: clamp(0.75 * REM, 0.5 * REM + 0.8 * share, 1.5 * REM),
    row,
    tallest: Math.max(34 * REM, 1.8 * row),
    widest: window < ROOMY ? NARROW_SHAPE : ROOMY_SHAPE,
    end: window < 48 * REM ? END.narrowBasis : END.basis,
  };
}

/**
 * How wide the picture of a tile is in a window. The frame of a strip shows the middle of its picture, which is wider.
 *
 * @param scrollbar CSS pixels of the window that are none of the page's
 */
export function widthIn(window: number, ratios: number[], index: number, scrollbar = 0): number {
  const { gap, row, tallest, widest, ...measures } = measuresFor(window);
  const full = measures.full - scrollbar;
  const endBasis = measures.end * row;
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
  const hasEnd = end === ratios.length && sum * row + endBasis + gaps + gap <= full;
  const height = hasEnd
    ? row + (full - gaps - gap - sum * row - endBasis) / (sum + END.grow)
    : Math.min((full - gaps) / sum, tallest);
  return Math.max(shapeAt(index), ratios[index] ?? 1) * height;
}

interface Piece {
  from: number;
  /** The width at `from`, through which the line goes. */
  width: number;
  to: number;
  /** Bounds of the slope. */
  least: number;
  most: number;
}

/**
 * How wide the picture of a tile is, as in the `sizes` attribute: straight lines, each over the windows for which it is close
 * enough (swing filter). Browsers learn it from the layout for pictures that are fetched late, but for those that a page
 * opens with there is none yet.
 *
 * @param ratios of all photos in the wall, width by height, in their order
 */
export function wallSizes(ratios: number[], index: number): string {
  const pieces: Piece[] = [];
  for (let window = NARROWEST; window <= WIDEST; window += STEP) {
    const scrollbars = window < DESK ? [0] : [0, SCROLLBAR];
    const width = Math.max(...scrollbars.map((scrollbar) => widthIn(window, ratios, index, scrollbar)));
    const piece = pieces.at(-1);
    if (piece) {
      const least = Math.max(piece.least, (width * CLOSE - piece.width) / (window - piece.from));
      const most = Math.min(piece.most, (width - piece.width) / (window - piece.from));
      if (least <= most) {
        Object.assign(piece, { to: window, least, most });
        continue;
      }
    }
    pieces.push({ from: window, width, to: window, least: -Infinity, most: Infinity });
  }
  return pieces
    .map(({ from, width, to, least, most }, place) => {
      const slope = to === from ? 0 : factor((least + most) / 2);
      const line = `calc(${(slope * 100).toFixed(1)}vw + ${Math.floor(width - slope * from)}px)`;
      const next = pieces[place + 1];
      if (!next) return line;
      // Between two windows that were worked out the wider line holds.
      const end = next.width > width + slope * (next.from - from) ? to : next.from - 1;
      return `(max-width: ${end}px) ${line}`;
    })
    .join(', ');
}

/** `sizes` for pictures that are fetched late, in browsers that do not read them from the layout: true for usual windows. */
export function usualSizes(ratios: number[], index: number): string {
  const at = (window: number) => `${Math.round((widthIn(window, ratios, index) / window) * 100)}vw`;
  return `(max-width: 40rem) ${at(390)}, (max-width: 64rem) ${at(820)}, (max-width: 105rem) ${at(1440)}, ${at(2560)}`;
}

/** `sizes` of the picture of a wall that has no other: its height is that of the window. */
export function aloneSizes(ratio: number): string {
  const within = (widest: number) =>
    `min(${factor(Math.max(1, ratio / widest))} * (${FULL_WIDTH}), ${factor(Math.max(0.4, ratio))} * max(34rem, 80svh))`;
  return `(max-width: ${ROOMY - 1}px) ${within(NARROW_SHAPE)}, ${within(ROOMY_SHAPE)}`;
}
