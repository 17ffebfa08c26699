import { clamp, fullWidthAt, gapAt, REM } from './full-width.ts';
import { MAX_RATIO_NARROW, MAX_RATIO_WIDE, MIN_RATIO } from './wall-sizes.ts';

/** Viewport widths in rem from which on there is one more column: the media queries of photo-layout.module.css. */
export const BANDS = [0, 40, 64, 112, 144];
/** End of the last band. */
const LAST_BAND = 320;

/** Ratio from which on photos are panoramas. */
export const PANORAMIC = 2;

/** Photos up to which the shape of each decides. In more photos, a ragged end is a small part. */
export const FEW = 8;

/** Ratio of an ordinary photo among these: the median, but no panorama where few photos are of several kinds. */
export function typicalRatio(ratios: number[]): number {
  const sorted = ratios.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(ratios.length / 2)] ?? 1.5;
  return median < PANORAMIC || ratios.length > FEW ? median : (sorted.findLast((one) => one < PANORAMIC) ?? median);
}

/**
 * Number of columns in each band: more for upright photos, fewer for panoramas.
 *
 * @param max photos in the columns; more columns would leave a void
 */
export function columnsFor(layout: 'masonry' | 'grid', typical: number, max: number): number[] {
  const shift = typical < 0.9 ? 1 : typical < PANORAMIC ? 0 : typical < 4 ? -2 : -3;
  const least = layout === 'grid' ? 2 : 1;
  return BANDS.map((_, band) => clamp(1, band + least + shift, max));
}

/** Columns that a photo spans: a wide one becomes about as high as an ordinary one. Among panoramas none is wide. */
export const spanOf = (ratio: number, typical: number, columns: number): number =>
  typical < PANORAMIC ? clamp(1, Math.round((0.8 * ratio) / typical), columns) : 1;

/** Columns that a complete masonry can fill. Few panoramas are below each other. */
export const fillableColumns = (ratios: number[], typical: number): number =>
  typical < PANORAMIC
    ? ratios.reduce((sum, ratio) => sum + spanOf(ratio, typical, Infinity), 0)
    : Math.ceil(ratios.length / 3);

/** A height as a sum of these lengths: columns, captions with the gap below them, and gaps between columns. */
interface Height {
  columns: number;
  captions: number;
  gaps: number;
}

/** A photo's place in a masonry: `columns` of its top is the height of the photos above in widths of a column. */
export interface Place {
  /** From 0. */
  column: number;
  span: number;
  top: Height;
}

/** Places photos in their order, each in the column that is filled least, the first of about equal ones. */
export function placePhotos(ratios: number[], typical: number, band: number, columns: number): Place[] {
  const from = Math.max(320, (BANDS[band] ?? 0) * REM);
  const to = (BANDS[band + 1] ?? LAST_BAND) * REM;
  const [inNarrowest, inMiddle, inWidest] = [
    pixelsAt(from, columns),
    pixelsAt((from + Math.min(to, 2 * from)) / 2, columns),
    pixelsAt(to, columns),
  ];
  const heights: Height[] = Array.from({ length: columns }, () => ({ columns: 0, captions: 0, gaps: 0 }));

  /** Top of a photo below several columns. */
  const below = (above: Height[]): Height => {
    const highest = above.reduce((one, other) => (inMiddle(other) > inMiddle(one) ? other : one));
    const isHighest = [inNarrowest, inWidest].every((pixels) => above.every((one) => pixels(one) <= pixels(highest)));
    if (isHighest) return highest;
    // Which one is highest depends on the viewport: a bound for all of them.
    const most = (length: keyof Height) => Math.max(...above.map((one) => one[length]));
    return { columns: most('columns'), captions: most('captions'), gaps: most('gaps') };
  };

  return ratios.map((ratio) => {
    const span = spanOf(ratio, typical, columns);
    const shape = shapeIn(band, ratio);
    let best: { column: number; top: Height; cost: number } | undefined;
    for (let column = 0; column + span <= columns; column += 1) {
      const above = heights.slice(column, column + span);
      const top = below(above);
      const voids = above.reduce((sum, one) => sum + inMiddle(top) - inMiddle(one), 0);
      const cost = inMiddle(top) + voids;
      if (!best || cost < best.cost - TIE) best = { column, top, cost };
    }
    const { column, top } = best!;
    heights.fill(
      {
        columns: top.columns + span / shape,
        captions: top.captions + 1,
        gaps: top.gaps + (span - 1) / shape,
      },
      column,
      column + span,
    );
    return { column, span, top };
  });
}

/** Ratio of a photo as shown: a panorama is cropped. */
export const shapeIn = (band: number, ratio: number) =>
  clamp(MIN_RATIO, ratio, band === 0 ? MAX_RATIO_NARROW : MAX_RATIO_WIDE);

/**
 * Columns of a complete masonry: one less where that leaves clearly less void below the last of few photos. An upright or
 * square photo in one column would be higher than the viewport.
 */
export function evenColumns(ratios: number[], typical: number, band: number, columns: number): number {
  // Narrow viewports are upright themselves.
  const isTall = Math.min(...ratios) < (band < 2 ? 1 : 1.25);
  if (ratios.length > FEW || columns < (isTall ? 3 : 2)) return columns;
  const filledBy = (count: number) => {
    let [area, end] = [0, 0];
    placePhotos(ratios, typical, band, count).forEach(({ span, top }, index) => {
      const height = span / shapeIn(band, ratios[index]!);
      area += span * height;
      end = Math.max(end, top.columns + height);
    });
    return area / count / end;
  };
  return filledBy(columns - 1) > filledBy(columns) + 0.18 ? columns - 1 : columns;
}

/** Pixels of a difference that does not count. */
const TIE = 16;
/** Caption with its gap, about. */
const CAPTION = 5 * REM;

const pixelsAt = (viewport: number, columns: number) => {
  const gap = gapAt(viewport);
  const column = (fullWidthAt(viewport) - (columns - 1) * gap) / columns;
  return (height: Height) => height.columns * column + height.captions * CAPTION + height.gaps * gap;
};
