// npm test, npm run test:full: the tests of every project, the browser's last; then what was left out, and the totals.
// Only Node's own modules may be imported before installOrEnd(): a fresh clone has no node_modules.
import { installOrEnd } from './install-or-end.mjs';
import { JOURNEY, testedProjects } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { Totals } from './totals.mjs';

if (process.argv.includes('--full')) process.env.TEST_LEVEL = 'full';
if (process.argv.includes('--require-redis')) process.env.REQUIRE_REDIS = '1';

await installOrEnd();
const totals = new Totals(testedProjects());

const parts = await runTargets(['test'], { exclude: [JOURNEY], onFinished: totals.finished });
// The journey starts the whole site: it comes when the parts are known, and nothing else runs beside it.
const journey = await runTargets(['test'], { projects: [JOURNEY], onFinished: totals.finished });

process.exitCode = totals.print() && parts && journey ? 0 : 1;
