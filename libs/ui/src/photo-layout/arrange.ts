import type { GalleryLayout } from '@portfolio/contracts';
import type { CSSProperties } from 'react';
import {
  BANDS,
  columnsFor,
  evenColumns,
  FEW,
  fillableColumns,
  PANORAMIC,
  placePhotos,
  shapeIn,
  spanOf,
  typicalRatio,
} from './columns.ts';
import { columnSizes, gridSizes, LOOSE, masonrySizes, pairSizes, type ColumnWidths } from './layout-sizes.ts';
import { GALLERY_PAGE_SIZE } from './page-size.ts';
import styles from './photo-layout.module.css';
import { approximateSizes, MIN_RATIO, wallSizes } from './wall-sizes.ts';

/** Photos that fetch their pictures at once: probably in view at first. */
export const IN_VIEW = 4;

export interface ArrangeOptions {
  /** Width by height of the photos between two texts, in order. */
  ratios: number[];
  /** Index of the first of them in the gallery. */
  start: number;
  /** Ratio of an ordinary photo of the gallery. */
  typical: number;
  /** No photos will follow. */
  isComplete: boolean;
}

export interface Arrangement {
  className: string | undefined;
  style: CSSProperties;
  tiles: { className: string | undefined; style: CSSProperties; sizes: string }[];
}

type Properties = Record<`--${string}`, string | number>;
/** Short numbers: each photo has several. */
const short = (value: number) => Number(value.toFixed(4));
const tile = (
  ratio: number,
  sizes: string,
  more: Properties = {},
  className?: string,
): Arrangement['tiles'][number] => ({
  className: className ? `${styles['tile']} ${className}` : styles['tile'],
  style: { '--ratio': ratio.toFixed(4), ...more } as CSSProperties,
  sizes,
});

const list = (className: string | undefined, style: Properties, tiles: Arrangement['tiles']): Arrangement => ({
  className: `${styles['list']} ${className}`,
  style: style as CSSProperties,
  tiles,
});

/** Columns of a masonry or grid. Few photos get fewer columns, no higher than the viewport. */
function columnsOf(layout: 'masonry' | 'grid', { ratios, typical, isComplete }: ArrangeOptions, highest: number) {
  const fillable = layout === 'masonry' ? fillableColumns(ratios, typical) : ratios.length;
  const max = isComplete ? fillable : Infinity;
  const columns = columnsFor(layout, typical, max).map((count, band) =>
    layout === 'masonry' && isComplete ? evenColumns(ratios, typical, band, count) : count,
  );
  // In one row in all wide viewports.
  const few = columns[2] === max ? highest : undefined;
  const style: Properties = few === undefined ? {} : { '--few': short(few) };
  columns.forEach((number, band) => {
    style[`--n${band}`] = number;
  });
  return { columns, few, style };
}

function masonry(options: ArrangeOptions): Arrangement {
  const { ratios, isComplete } = options;
  // Between texts of a gallery of panoramas, few photos may be of several kinds.
  const isOwn = isComplete && options.typical >= PANORAMIC && ratios.length <= FEW;
  const typical = isOwn ? typicalRatio(ratios) : options.typical;
  const { columns, few, style } = columnsOf(
    'masonry',
    { ...options, typical },
    Math.max(MIN_RATIO, Math.min(...ratios)),
  );
  const tops = ratios.map((): Properties => ({}));
  columns.forEach((count, band) => {
    // One column needs no places: `grid-area` and margin are then invalid, and so have their initial values.
    if (count === 1) return;
    placePhotos(ratios, typical, band, count).forEach(({ column, span, top }, index) => {
      // Percentages refer to the columns of the photo, with the gaps between them.
      const gaps = short(top.gaps - (top.columns * (span - 1)) / span);
      const lengths = [
        `${short((top.columns / span) * 100)}%`,
        top.captions && `${top.captions}*var(--u)`,
        gaps && `${gaps}*var(--gap)`,
      ];
      tops[index]![`--area${band}`] = `1/${column + 1}${span > 1 ? `/auto/span ${span}` : ''}`;
      tops[index]![`--margin${band}`] = lengths.filter(Boolean).join(' + ');
    });
  });
  const tiles = ratios.map((ratio, index) => {
    const spans = columns.map((count) => spanOf(ratio, typical, count));
    return tile(ratio, masonrySizes(ratio, { columns, spans, few }), tops[index]);
  });
  return list(`${styles['columns']} ${styles['masonry']}`, style, tiles);
}

const ONE_COLUMN = BANDS.map(() => 1);

function grid(options: ArrangeOptions): Arrangement {
  // Upright photos may be higher than wide cells.
  const tall = options.typical < 0.9 ? 1.25 : 1;
  const { columns, few, style } = columnsOf('grid', options, Math.max(1 / tall, Math.min(...options.ratios)));
  const widths: ColumnWidths = { columns, few, spans: ONE_COLUMN };
  const tiles = options.ratios.map((ratio) => tile(ratio, gridSizes(ratio, widths, tall)));
  return list(`${styles['columns']} ${styles['grid']} ${styles['whole']}`, { ...style, '--tall': tall }, tiles);
}

/** A single photo is as in a masonry. */
function wall(options: ArrangeOptions): Arrangement {
  const { ratios } = options;
  if (ratios.length === 1) return masonry(options);
  const sum = ratios.reduce((all, ratio) => all + shapeIn(1, ratio), 0);
  const lazySizes = approximateSizes(ratios);
  return list(
    styles['wall'],
    // Width of all tiles in one row.
    { '--one': `calc(${short(sum)}*var(--row) + ${ratios.length - 1}*var(--gap))` },
    ratios.map((ratio, index) => tile(ratio, index < IN_VIEW ? wallSizes(ratios, index) : lazySizes[index]!)),
  );
}

/** An upright or square photo has its text beside it in wide viewports. */
const isBeside = (ratio: number) => ratio < 1.2;

const column = ({ ratios }: ArrangeOptions): Arrangement =>
  list(
    `${styles['column']} ${styles['whole']}`,
    {},
    ratios.map((ratio) =>
      tile(ratio, columnSizes(ratio, isBeside(ratio)), {}, isBeside(ratio) ? styles['beside'] : undefined),
    ),
  );

/** A panorama has a row of its own. */
const isSingle = (ratio: number) => ratio >= PANORAMIC;

function pairs({ ratios, start }: ArrangeOptions): Arrangement {
  const tiles: Arrangement['tiles'] = [];
  for (let index = 0; index < ratios.length; index += 1) {
    const [ratio, next = Infinity] = [ratios[index]!, ratios[index + 1]];
    // Pairs do not cross pages, so that the next page moves nothing.
    const endsPage = (start + index + 1) % GALLERY_PAGE_SIZE === 0;
    if (isSingle(ratio) || isSingle(next) || endsPage) {
      tiles.push(tile(ratio, pairSizes(ratio, ratio)));
      continue;
    }
    const both = ratio + next;
    const sum = { '--both': short(both) };
    const loose = both > LOOSE ? ` ${styles['loose']}` : '';
    tiles.push(tile(ratio, pairSizes(ratio, both), sum, `${styles['first']}${loose}`));
    tiles.push(tile(next, pairSizes(next, both), sum, `${styles['second']}${loose}`));
    index += 1;
  }
  return list(`${styles['pairs']} ${styles['whole']}`, {}, tiles);
}

const LAYOUTS: Record<GalleryLayout, (options: ArrangeOptions) => Arrangement> = { masonry, wall, column, grid, pairs };

/** The last arrangements: photos change less often than their texts. */
const arranged = new Map<string, Arrangement>();
const MAX_ARRANGED = 50;

/** Classes, styles and `sizes` of photos. The layout is CSS alone, so it needs no script. */
export function arrange(layout: GalleryLayout, options: ArrangeOptions): Arrangement {
  const key = JSON.stringify([layout, options]);
  const known = arranged.get(key);
  if (known) return known;
  const arrangement = LAYOUTS[layout](options);
  if (arranged.size >= MAX_ARRANGED) arranged.clear();
  arranged.set(key, arrangement);
  return arrangement;
}
