// npm test, npm run test:full: the tests of all projects, those in browsers last; then skipped parts and totals.
// Imports only modules of Node before ensureInstalled(): a fresh clone has no node_modules.
import { ensureInstalled, exitWith } from './bootstrap.mjs';
import { runLong } from './long-runs.mjs';
import { JOURNEY, testSuites } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { sentence, Totals } from './totals.mjs';

if (process.argv.includes('--full')) process.env.TEST_LEVEL = 'full';
if (process.argv.includes('--require-redis')) process.env.REQUIRE_REDIS = '1';

await ensureInstalled().catch((error) => exitWith(error, sentence({ passed: 0, failed: 1 })));
const suites = testSuites();
const totals = new Totals(suites);

const isJourney = ({ project }) => project === JOURNEY;

/** Runs test suites through Nx and counts their tests. */
function run(of, parallel) {
  const targets = [...new Set(of.map(({ target }) => target))];
  const projects = [...new Set(of.map(({ project }) => project))];
  return runTargets(targets, { projects, parallel, onFinished: totals.finished });
}

// Three at a time on two cores, since tests of queue, cluster and site mostly wait.
// Browser tests start whole sites, so they run alone and last.
const projects = await run(
  suites.filter((suite) => !isJourney(suite)),
  3,
);
const journeys = await run(suites.filter(isJourney), 1);

if (process.env.TEST_LEVEL === 'full') await runLong(totals.counted);

process.exitCode = totals.print() && projects && journeys ? 0 : 1;
