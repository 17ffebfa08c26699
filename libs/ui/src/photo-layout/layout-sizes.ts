import { BANDS, shapeIn } from './columns.ts';
import { factor, FULL_WIDTH, GAP } from './full-width.ts';

/*
 * `sizes` of photos in the layouts of photo-layout.module.css, with the same lengths, in `vh` (see full-width.ts).
 */

/** Height of a photo in few columns. */
const FEW_HEIGHT = 'max(34rem, 80vh)';
/** Height of a photo in `column` and `pairs`. */
const FIT_HEIGHT = 'max(20rem, 86vh)';
/** Above this sum of ratios, a pair is stacked in narrow viewports. */
export const LOOSE = 2.3;

/** Joins a width of each band. */
function inBands(widths: string[]): string {
  return widths
    .flatMap((width, band) => {
      const next = BANDS[band + 1];
      if (next === undefined) return width;
      return width === widths[band + 1] ? [] : `(max-width: ${next - 0.01}rem) ${width}`;
    })
    .join(', ');
}

export interface ColumnWidths {
  /** Columns in each band. */
  columns: number[];
  /** Columns that the photo spans in each band. */
  spans: number[];
  /** Ratio of the highest photo where one row takes all photos; undefined with more rows. */
  few: number | undefined;
}

/** Width of the photo's columns in each band, times a factor. */
const columnWidths = ({ columns, spans, few }: ColumnWidths, times: (band: number) => number) =>
  columns.map((count, band) => {
    const span = spans[band] ?? 1;
    const gaps = (all: number) => (all ? ` - ${factor(times(band) * all)} * ${GAP}` : '');
    const width = `calc(${factor((times(band) * span) / count)} * (${FULL_WIDTH})${gaps((count - span) / count)})`;
    if (few === undefined) return width;
    return `min(${width}, calc(${factor(times(band) * span * few)} * ${FEW_HEIGHT} + ${span - 1} * ${GAP}))`;
  });

/** A photo in a masonry. Of a cropped panorama, the width before cropping. */
export const masonrySizes = (ratio: number, widths: ColumnWidths): string =>
  inBands(columnWidths(widths, (band) => Math.max(1, ratio / shapeIn(band, ratio))));

/** A photo in a grid whose cells are `tall` times as high as wide at most. */
export const gridSizes = (ratio: number, widths: ColumnWidths, tall: number): string =>
  inBands(columnWidths(widths, () => Math.min(1, ratio * tall)));

const fitting = (ratio: number, width = FULL_WIDTH) => `min(${width}, ${factor(ratio)} * ${FIT_HEIGHT})`;

/** A photo in a row of its own. @param isBeside its text is beside it in wide viewports */
export const columnSizes = (ratio: number, isBeside: boolean): string =>
  isBeside ? `(max-width: 47.99rem) ${fitting(ratio)}, ${fitting(ratio, `0.62 * (${FULL_WIDTH})`)}` : fitting(ratio);

/** A photo of a pair. @param sum of the ratios of both; the photo's own without another one */
export function pairSizes(ratio: number, sum: number): string {
  if (sum === ratio) return fitting(ratio);
  const half = `calc(${factor(ratio / sum)} * (min(${FULL_WIDTH}, calc(${factor(sum)} * ${FIT_HEIGHT} + ${GAP})) - ${GAP}))`;
  return sum > LOOSE ? `(max-width: 39.99rem) ${fitting(ratio)}, ${half}` : half;
}
