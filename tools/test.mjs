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

/** Projects whose tests take both cores for long: one at a time, with two workers each. */
const LARGE = ['@portfolio/api', '@portfolio/worker', '@portfolio/public-web', '@portfolio/admin-web'];
const isLarge = ({ project }) => LARGE.includes(project);
const isJourney = ({ project }) => project === JOURNEY;

const stages = [
  // Two small projects at a time, one worker each.
  { of: suites.filter((suite) => !isLarge(suite) && !isJourney(suite)), parallel: 2, workers: 1 },
  { of: suites.filter(isLarge), parallel: 1, workers: 2 },
  // Each of these starts the whole site, which comes when the parts are known.
  { of: suites.filter(isJourney), parallel: 1 },
];

let succeeded = true;
for (const { of, parallel, workers } of stages) {
  const targets = [...new Set(of.map(({ target }) => target))];
  const projects = [...new Set(of.map(({ project }) => project))];
  const env = workers && { TEST_WORKERS: String(workers) };
  const isDone = await runTargets(targets, { projects, parallel, env, onFinished: totals.finished });
  succeeded &&= isDone;
}

if (process.env.TEST_LEVEL === 'full') await runCluster(totals.counted);

process.exitCode = totals.print() && succeeded ? 0 : 1;
