import { FULL_WIDTH } from '../../app/full-width.ts';

/** How wide a cover is shown, for `sizes`: two in a row from 48rem on, with their gap. */
export const HALF_WIDTH = `(min-width: 48rem) calc(46vw - 2rem), ${FULL_WIDTH}`;
