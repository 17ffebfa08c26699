import type * as jestGlobals from '@jest/globals';
import { findProgram } from '@portfolio/lifecycle/supervisor';
import { requiresRedis } from './env.ts';

/**
 * `describe` for tests that need programs.
 *
 * @param missing message about absent programs: the tests are skipped with it, or fail if they are required
 */
export function describeUnless(
  missing: string | undefined,
  isRequired: boolean,
  title: string,
  define: () => void,
): void {
  // Globals, since programs other than Jest also import this library.
  const { describe, it } = globalThis as unknown as Pick<typeof jestGlobals, 'describe' | 'it'>;
  if (missing === undefined) describe(title, define);
  else if (isRequired) {
    describe(title, () => {
      it('finds its programs', () => {
        throw new Error(missing);
      });
    });
  } else describe.skip(`${title} (${missing})`, define);
}

/** Without the program, tests are skipped with a hint; with REQUIRE_REDIS=1 they fail. */
const describeWith = (program: string, debianPackage: string) => (title: string, define: () => void) => {
  const hint = `${program} is not installed; on Debian: RUNLEVEL=1 apt-get install ${debianPackage}`;
  describeUnless(findProgram(program) ? undefined : hint, requiresRedis, title, define);
};

export const describeWithRedis = describeWith('redis-server', 'redis-server');
export const describeWithNginx = describeWith('nginx', 'nginx-light');
