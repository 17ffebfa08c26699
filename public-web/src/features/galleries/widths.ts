import { factor, FULL_WIDTH } from '../../app/components/full-width.ts';

/** Width of a column where galleries stand two in a row, with the gap of galleries.module.css. */
const HALF_WIDTH = `(${FULL_WIDTH} - clamp(2rem, 1rem + 3vw, 5rem)) / 2`;

/** Where a cover is shown: in a column, over the whole width, or beside its words. */
export type CoverPlace = 'card' | 'wide' | 'upright';

/**
 * `sizes` of a cover: the width of the whole picture, of which the frame in gallery-card.module.css may show the middle only.
 *
 * @param ratio of the picture, width by height
 */
export function coverSizes(ratio: number, place: CoverPlace): string {
  const across = (width: string, frame = 3 / 2) => `calc(${factor(Math.max(1, ratio / frame))} * (${width}))`;
  const roomy = {
    card: `(min-width: 48rem) ${across(HALF_WIDTH)}`,
    wide: `(min-width: 60rem) ${across(FULL_WIDTH, Math.min(Math.max(ratio, 16 / 9), 21 / 9))}`,
    upright: `(min-width: 60rem) min(0.6 * (${FULL_WIDTH}), ${factor(ratio)} * 90svh)`,
  };
  return `${roomy[place]}, ${across(FULL_WIDTH)}`;
}
