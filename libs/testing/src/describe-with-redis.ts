import type * as jestGlobals from '@jest/globals';
import { requiresRedis } from './env.ts';
import { hasRedis, redisMissing } from './redis.ts';

// Taken from the globals: importing '@jest/globals' here would keep everybody but Jest from using this library.
const { describe, it } = globalThis as unknown as Pick<typeof jestGlobals, 'describe' | 'it'>;

/**
 * `describe` for tests that need Redis. Where there is none they are skipped, and their title says how to get it;
 * with REQUIRE_REDIS=1 they fail.
 */
export function describeWithRedis(title: string, define: () => void): void {
  if (hasRedis) describe(title, define);
  else if (requiresRedis) {
    describe(title, () => {
      it('has a Redis server to use', () => {
        throw new Error(redisMissing);
      });
    });
  } else describe.skip(`${title} (${redisMissing})`, define);
}
