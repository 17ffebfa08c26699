import { it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing/level';

/** `it` for a test of the full level only: `npm run test:full`. */
export const itAtFullLevel = isFullLevel ? it : (_name: string, _test: () => unknown, _timeoutMs?: number) => undefined;
