import { FirstLight1763700000000 } from './1763700000000-first-light.ts';

/** In the order in which they run. */
export const MIGRATIONS = [FirstLight1763700000000];
