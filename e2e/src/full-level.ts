import { it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing/level';

/** `it` for a test of the full level only: `npm run test:full`. */
export const itAtFullLevel = isFullLevel ? it : (_name: string, _test: () => unknown, _timeoutMs?: number) => undefined;

/** All cases at the full level, the first ones at the short level. */
export const atLevel = <T>(cases: readonly T[], count = 1): readonly T[] =>
  isFullLevel ? cases : cases.slice(0, count);
