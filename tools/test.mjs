// npm test, npm run test:full: the tests of every project, the browser's last; then what was left out, and the totals.
// Only Node's own modules may be imported before installOrEnd(): a fresh clone has no node_modules.
import { runCluster } from './cluster-runs.mjs';
import { installOrEnd } from './install-or-end.mjs';
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

// Built first: two runs of Nx at once would build the same project twice.
const isBuilt = await runTargets(['build'], { onFinished: totals.finished });
// The small ones wait for servers and processes most of the time.
const parts = await Promise.all([
  run(
    suites.filter((suite) => !isLarge(suite) && !isJourney(suite)),
    2,
  ),
  run(suites.filter(isLarge), 1),
]);
// Each of these starts the whole site, which comes when the parts are known.
const journeys = await run(suites.filter(isJourney), 1);
const succeeded = isBuilt && parts.every(Boolean) && journeys;

if (process.env.TEST_LEVEL === 'full') await runCluster(totals.counted);

process.exitCode = totals.print() && succeeded ? 0 : 1;
