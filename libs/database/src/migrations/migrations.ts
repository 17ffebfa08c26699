import { FirstLight1763700000000 } from './1763700000000-first-light.ts';
import { WholeApi1763720000000 } from './1763720000000-whole-api.ts';

/** In the order in which they run. */
export const MIGRATIONS = [FirstLight1763700000000, WholeApi1763720000000];
