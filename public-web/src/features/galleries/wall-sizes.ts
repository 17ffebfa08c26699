import { factor, FULL_WIDTH } from '../../app/components/full-width.ts';

/** Window widths for which the rows are computed, in CSS pixels. */
const NARROWEST = 320;
const WIDEST = 2_560;
const STEP = 8;

/** Default font size; with a larger one a rendition may be slightly too small. */
const REM = 16;
/** Breakpoint of the maximum aspect ratio of a frame. */
const ROOMY = 40 * REM;
const [NARROW_SHAPE, ROOMY_SHAPE] = [3, 8];
/** From this width on the window may have a scrollbar that takes space. */
const DESK = 64 * REM;
const SCROLLBAR = 15;
/**
 * Filler at the end of the wall: its `flex-basis` in row heights, in narrow windows and from 48rem on, and its `flex-grow`.
 * With these a lone last photo is 0.6 to 1.2 times as high as the median row, in 19 of 20 random galleries from 430 px on.
 */
export const END = { narrowBasis: 0.67, basis: 1.5, grow: 16 };
/** Each line of `sizes` is within 99 and 100 % of the width: one pixel more may fetch the next rendition. */
const TOLERANCE = 0.99;

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Lengths of photo-wall.module.css in CSS pixels at a window width. */
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
 * Width of a tile's picture in a window; of a cropped panorama the whole width.
 *
 * @param scrollbar its width in CSS pixels
 */
export function widthIn(window: number, ratios: number[], index: number, scrollbar = 0): number {
  const { gap, row, tallest, widest, ...measures } = measuresFor(window);
  const full = measures.full - scrollbar;
  const endBasis = measures.end * row;
  const shapeAt = (tile: number) => clamp(0.4, ratios[tile] ?? 1, widest);
  /** The row that starts with tile `first`: the tile after it, and the sum of its shapes. */
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
  /** Width at `from`. */
  width: number;
  to: number;
  /** Bounds of the slope. */
  least: number;
  most: number;
}

/**
 * `sizes` of a tile's picture: the width as a piecewise linear function of the window (swing filter). Only for pictures that
 * browsers fetch before the layout.
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
      const least = Math.max(piece.least, (width * TOLERANCE - piece.width) / (window - piece.from));
      const most = Math.min(piece.most, (width - piece.width) / (window - piece.from));
      if (least <= most) {
        Object.assign(piece, { to: window, least, most });
        continue;
      }
    }
    pieces.push({ from: window, width, to: window, least: -Infinity, most: Infinity });
  }
  return pieces
    .map(({ from, width, to, least, most }, index) => {
      const slope = to === from ? 0 : factor((least + most) / 2);
      const line = `calc(${(slope * 100).toFixed(1)}vw + ${Math.floor(width - slope * from)}px)`;
      const next = pieces[index + 1];
      if (!next) return line;
      // Between two computed windows the wider line applies.
      const end = next.width > width + slope * (next.from - from) ? to : next.from - 1;
      return `(max-width: ${end}px) ${line}`;
    })
    .join(', ');
}

/** `sizes` of lazy pictures for browsers without `sizes="auto"`: right at usual window widths. */
export function usualSizes(ratios: number[], index: number): string {
  const at = (window: number) => `${Math.round((widthIn(window, ratios, index) / window) * 100)}vw`;
  return `(max-width: 40rem) ${at(390)}, (max-width: 64rem) ${at(820)}, (max-width: 105rem) ${at(1440)}, ${at(2560)}`;
}

/** `sizes` of the only picture of a wall, which is as high as the window. */
export function aloneSizes(ratio: number): string {
  const within = (widest: number) =>
    `min(${factor(Math.max(1, ratio / widest))} * (${FULL_WIDTH}), ${factor(Math.max(0.4, ratio))} * max(34rem, 80svh))`;
  return `(max-width: ${ROOMY - 1}px) ${within(NARROW_SHAPE)}, ${within(ROOMY_SHAPE)}`;
}
