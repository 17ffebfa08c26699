import { clamp, factor, fullWidthAt, gapAt, REM } from './full-width.ts';

/** Viewport widths for which the rows are computed, in CSS pixels. */
const MIN_VIEWPORT = 320;
const MAX_VIEWPORT = 2_560;
const STEP = 8;

/** From this width on, tiles allow wider panoramas: see `.tile` in photo-layout.module.css. */
const WIDE_BREAKPOINT = 40 * REM;
export const MAX_RATIO_NARROW = 3;
export const MAX_RATIO_WIDE = 8;
export const MIN_RATIO = 0.4;
/** From this width on, the viewport may have a scrollbar that takes space. */
const SCROLLBAR_BREAKPOINT = 64 * REM;
const SCROLLBAR = 15;
/**
 * Same values as `.wall::after`: `flex-basis` in row heights, in narrow viewports and from 48rem on, and `flex-grow`, which
 * is × 100 there. They keep a single last photo about as high as the other rows.
 */
export const FILLER = { narrowBasis: 0.67, basis: 1.5, grow: 16 };
/** Each computed width is 99–100 % of the real one: one pixel more could make the browser load the next larger file. */
const TOLERANCE = 0.99;

/**
 * Widths of photos at a viewport width, row by row. For a cropped panorama, the width before cropping.
 *
 * @param count rows up to the one with this number of photos
 * @param scrollbar its width in CSS pixels
 */
function widthsIn(viewport: number, ratios: number[], count = ratios.length, scrollbar = 0): number[] {
  // Lengths of photo-layout.module.css.
  const contentWidth = fullWidthAt(viewport) - scrollbar;
  const gap = gapAt(viewport);
  const rowHeight = clamp(13 * REM, 0.21 * viewport, 22 * REM);
  const maxHeight = Math.max(34 * REM, 0.45 * viewport);
  const maxRatio = viewport < WIDE_BREAKPOINT ? MAX_RATIO_NARROW : MAX_RATIO_WIDE;
  const fillerBasis = rowHeight * (viewport < 48 * REM ? FILLER.narrowBasis : FILLER.basis);
  const frameRatio = (ratio: number) => clamp(MIN_RATIO, ratio, maxRatio);
  const widths: number[] = [];
  while (widths.length < count) {
    const first = widths.length;
    // `end` is the index after the row's last tile, `sum` the sum of its aspect ratios.
    let [end, sum] = [first + 1, frameRatio(ratios[first]!)];
    for (; end < ratios.length; end += 1) {
      const next = sum + frameRatio(ratios[end]!);
      if (next * rowHeight + (end - first) * gap > contentWidth) break;
      sum = next;
    }
    const gaps = (end - first - 1) * gap;
    const isLast = first > 0 && end === ratios.length;
    const hasFiller = isLast && sum * rowHeight + fillerBasis + gaps <= contentWidth;
    const height = hasFiller
      ? rowHeight + (contentWidth - gaps - sum * rowHeight - fillerBasis) / (sum + FILLER.grow)
      : Math.min((contentWidth - gaps) / sum, maxHeight);
    for (const ratio of ratios.slice(first, end)) widths.push(Math.max(MIN_RATIO, ratio) * height);
  }
  return widths;
}

/** Width of one photo: see `widthsIn`. */
export const widthIn = (viewport: number, ratios: number[], index: number, scrollbar?: number): number =>
  widthsIn(viewport, ratios, index + 1, scrollbar)[index]!;

interface Piece {
  from: number;
  /** Width at `from`. */
  width: number;
  to: number;
  minSlope: number;
  maxSlope: number;
}

/**
 * `sizes` of a photo: its width as a piecewise linear function of the viewport width (swing filter: fits few line segments
 * within a tolerance). Only for the first, non-lazy pictures; lazy ones use `approximateSizes`.
 *
 * @param ratios of all photos in the wall, width by height, in their order
 */
export function wallSizes(ratios: number[], index: number): string {
  const pieces: Piece[] = [];
  for (let viewport = MIN_VIEWPORT; viewport <= MAX_VIEWPORT; viewport += STEP) {
    const scrollbars = viewport < SCROLLBAR_BREAKPOINT ? [0] : [0, SCROLLBAR];
    const width = Math.max(...scrollbars.map((scrollbar) => widthIn(viewport, ratios, index, scrollbar)));
    const piece = pieces.at(-1);
    if (piece) {
      const minSlope = Math.max(piece.minSlope, (width * TOLERANCE - piece.width) / (viewport - piece.from));
      const maxSlope = Math.min(piece.maxSlope, (width - piece.width) / (viewport - piece.from));
      if (minSlope <= maxSlope) {
        Object.assign(piece, { to: viewport, minSlope, maxSlope });
        continue;
      }
    }
    pieces.push({ from: viewport, width, to: viewport, minSlope: -Infinity, maxSlope: Infinity });
  }
  return pieces
    .map(({ from, width, to, minSlope, maxSlope }, pieceIndex) => {
      const slope = to === from ? 0 : factor((minSlope + maxSlope) / 2);
      const expression = `calc(${(slope * 100).toFixed(1)}vw + ${Math.floor(width - slope * from)}px)`;
      const next = pieces[pieceIndex + 1];
      if (!next) return expression;
      // Between two computed viewports the wider expression applies.
      const maxWidth = next.width > width + slope * (next.from - from) ? to : next.from - 1;
      return `(max-width: ${maxWidth}px) ${expression}`;
    })
    .join(', ');
}

/** `sizes` of lazy pictures for browsers without `sizes="auto"`: computed only at 390, 820, 1440 and 2560 px. */
export function approximateSizes(ratios: number[]): string[] {
  const widths = [390, 820, 1440, 2560].map((viewport) =>
    widthsIn(viewport, ratios).map((width) => `${Math.round((width / viewport) * 100)}vw`),
  );
  return ratios.map((_, index) => {
    const [phone, tablet, laptop, largest] = widths.map((all) => all[index]!);
    return `(max-width: 40rem) ${phone}, (max-width: 64rem) ${tablet}, (max-width: 105rem) ${laptop}, ${largest}`;
  });
}
