// npm test, npm run test:full: the tests of every project, the browser's last; then what was left out, and the totals.
// Only Node's own modules may be imported before installOrEnd(): a fresh clone has no node_modules.
import { installOrEnd } from './install-or-end.mjs';
import { runLong } from './long-runs.mjs';
import { JOURNEY, testSuites } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { Totals } from './totals.mjs';

if (process.argv.includes('--full')) process.env.TEST_LEVEL = 'full';
if (process.argv.includes('--require-redis')) process.env.REQUIRE_REDIS = '1';

await installOrEnd();
const suites = testSuites();
const totals = new Totals(suites);

/** Projects whose tests compute more than they wait: one at a time, with a worker for each core. */
const LARGE = ['@portfolio/api', '@portfolio/worker', '@portfolio/public-web', '@portfolio/admin-web'];
const isLarge = ({ project }) => LARGE.includes(project);
const isJourney = ({ project }) => project === JOURNEY;

/** Runs test suites through Nx, and counts them. */
function run(of, parallel) {
  const targets = [...new Set(of.map(({ target }) => target))];
  const projects = [...new Set(of.map(({ project }) => project))];
  return runTargets(targets, { projects, parallel, onFinished: totals.finished });
}

const isSmall = (suite) => !isLarge(suite) && !isJourney(suite);
// Small projects wait for servers and processes: two at a time. The browser's start the whole site, which comes last.
const small = await run(suites.filter(isSmall), 2);
const large = await run(suites.filter(isLarge), 1);
const journeys = await run(suites.filter(isJourney), 1);

if (process.env.TEST_LEVEL === 'full') await runLong(totals.counted);

process.exitCode = totals.print() && small && large && journeys ? 0 : 1;
