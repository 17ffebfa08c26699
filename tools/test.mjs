// npm test, npm run test:full: the tests of all projects, those in browsers last; then skipped parts and totals.
// Imports only modules of Node before installOrExit(): a fresh clone has no node_modules.
import { installOrExit } from './bootstrap.mjs';
import { runLong } from './long-runs.mjs';
import { testSuites } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { sentence, Totals } from './totals.mjs';

if (process.argv.includes('--full')) process.env.TEST_LEVEL = 'full';

await installOrExit(sentence({ passed: 0, failed: 1 }));
const suites = testSuites();
const totals = new Totals(suites);

/** Browser tests, and projects whose tests mostly wait for processes. */
const LAST = ['e2e', 'jobs', 'lifecycle', 'local-postgres', 'site', 'cluster'].map((name) => `@portfolio/${name}`);
const isLast = ({ project }) => LAST.includes(project);

/** Runs test suites through Nx and counts their tests. */
function run(of, parallel) {
  const targets = [...new Set(of.map(({ target }) => target))];
  const projects = [...new Set(of.map(({ project }) => project))];
  return runTargets(targets, { projects, parallel, onFinished: totals.finished });
}

// Browser tests take a third of the time and start whole sites: last, beside those that need little of the processor.
// More at once take longer on two cores.
const others = await run(
  suites.filter((suite) => !isLast(suite)),
  2,
);
const last = await run(suites.filter(isLast), 3);

if (process.env.TEST_LEVEL === 'full') await runLong(totals.counted);

process.exitCode = totals.print() && others && last ? 0 : 1;
