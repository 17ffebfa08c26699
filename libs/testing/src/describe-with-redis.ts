import type * as jestGlobals from '@jest/globals';
import { requiresRedis } from './env.ts';
import { hasRedis, redisMissing } from './redis.ts';

/** `describe` for tests that need Redis. Without it they are skipped with a hint; with REQUIRE_REDIS=1 they fail. */
export function describeWithRedis(title: string, define: () => void): void {
  // Globals, since programs other than Jest also import this library.
  const { describe, it } = globalThis as unknown as Pick<typeof jestGlobals, 'describe' | 'it'>;
  if (hasRedis) describe(title, define);
  else if (requiresRedis) {
    describe(title, () => {
      it('finds redis-server', () => {
        throw new Error(redisMissing);
      });
    });
  } else describe.skip(`${title} (${redisMissing})`, define);
}
