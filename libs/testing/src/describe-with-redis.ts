import type * as jestGlobals from '@jest/globals';
import { requiresRedis } from './env.ts';
import { hasRedis, redisMissing } from './redis.ts';

/**
 * `describe` for tests that need Redis. Where there is none they are skipped, and their title says how to get it;
 * with REQUIRE_REDIS=1 they fail.
 */
export function describeWithRedis(title: string, define: () => void): void {
  // Globals: an import of '@jest/globals' would keep other programs from using this library. Each test file has its own.
  const { describe, it } = globalThis as unknown as Pick<typeof jestGlobals, 'describe' | 'it'>;
  if (hasRedis) describe(title, define);
  else if (requiresRedis) {
    describe(title, () => {
      it('has a Redis server to use', () => {
        throw new Error(redisMissing);
      });
    });
  } else describe.skip(`${title} (${redisMissing})`, define);
}
