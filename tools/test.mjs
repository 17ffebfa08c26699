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

const isJourney = ({ project }) => project === JOURNEY;

/** Runs test suites through Nx, and counts them. */
function run(of, parallel) {
  const targets = [...new Set(of.map(({ target }) => target))];
  const projects = [...new Set(of.map(({ project }) => project))];
  return runTargets(targets, { projects, parallel, onFinished: totals.finished });
}

// Three at a time on two cores: the tests of the queue, the clusters and the site wait for most of their time, those of the
// applications compute. The browser's tests start whole sites, so they run alone and last.
const projects = await run(
  suites.filter((suite) => !isJourney(suite)),
  3,
);
const journeys = await run(suites.filter(isJourney), 1);

if (process.env.TEST_LEVEL === 'full') await runLong(totals.counted);

process.exitCode = totals.print() && projects && journeys ? 0 : 1;
