import { describe, it } from '@jest/globals';
import { findProgram } from '@portfolio/lifecycle/supervisor';

/** Set in CI, where no test may be skipped. */
const isRequired = process.env.REQUIRE_REDIS === '1';
const isInstalled = findProgram('nginx') !== undefined;

/** `describe` for tests that need nginx. Without it they are skipped; with REQUIRE_REDIS=1 they fail. */
export function describeWithNginx(title: string, define: () => void): void {
  if (isInstalled) describe(title, define);
  else if (isRequired) {
    describe(title, () => {
      it('finds nginx', () => {
        throw new Error('nginx is missing: RUNLEVEL=1 apt-get install nginx-light');
      });
    });
  } else describe.skip(`${title} (nginx is missing: RUNLEVEL=1 apt-get install nginx-light)`, define);
}
