import { describe, it } from '@jest/globals';
import { findProgram } from '../src/services/find-program.ts';

/** Set where nothing may be left out; CI has all that npm cannot bring. */
const isRequired = process.env.REQUIRE_REDIS === '1';
const isHere = findProgram('nginx') !== undefined;

/** `describe` for tests that need nginx. Where there is none they are skipped; with REQUIRE_REDIS=1 they fail. */
export function describeWithNginx(title: string, define: () => void): void {
  if (isHere) describe(title, define);
  else if (isRequired) {
    describe(title, () => {
      it('has an nginx to use', () => {
        throw new Error('nginx is missing: RUNLEVEL=1 apt-get install nginx-light');
      });
    });
  } else describe.skip(`${title} (nginx is missing: RUNLEVEL=1 apt-get install nginx-light)`, define);
}
