import { countsOf, forgetCounts } from './projects.mjs';
import { OPTIONAL_PROGRAMS, findProgram } from './optional-programs.mjs';

/** Follows a run of test targets: a line for each that ends, and the totals after all of them. */
export class Totals {
  /** What failed and is no counted test, one sentence each. */
  #faults = [];
  #suites;
  /** The counts of each suite at its end. */
  #counts = new Map();

  /** @param {ReturnType<typeof import('./projects.mjs').testSuites>} suites that will run */
  constructor(suites) {
    this.#suites = [...suites];
    forgetCounts(suites);
  }

  /** @param {import('./run-targets.mjs').FinishedTask} task */
  finished = ({ project, target, succeeded, cached }) => {
    const suite = this.#suites.find((candidate) => candidate.project === project && candidate.target === target);
    if (!suite) {
      if (!succeeded) this.#faults.push(`${project}: ${target} failed.`);
      return;
    }
    const counts = countsOf(suite);
    this.#counts.set(suite, counts);
    console.log(suiteLine(suite, { counts, succeeded, cached }));
    // Failed tests are counted, and suites without counts are reported at the end.
    if (!succeeded && counts?.failed === 0)
      this.#faults.push(`${title(suite)}: the tests passed, but their run failed.`);
  };

  /** Counts a run outside of Nx as one test. */
  counted = ({ name, seconds, result }) => {
    const counts = { passed: 0, failed: 0, skipped: 0, seconds, [result]: 1 };
    const suite = { project: name, target: 'test' };
    this.#suites.push(suite);
    this.#counts.set(suite, counts);
    console.log(suiteLine(suite, { counts, succeeded: result !== 'failed', cached: false }));
  };

  /**
   * Prints what was left out and why, then the totals, alone on the last line. Tests that did not run have not passed:
   * a suite without counts, or that counted none, is a failure, as is every other target that failed.
   *
   * @returns {boolean} whether nothing failed
   */
  print() {
    const totals = { passed: 0, failed: 0, skipped: 0 };
    for (const suite of this.#suites) {
      const { passed = 0, failed = 0, skipped = 0 } = this.#counts.get(suite) ?? {};
      if (passed + failed + skipped === 0) this.#faults.push(`${title(suite)}: no test ran.`);
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
    }
    totals.failed += this.#faults.length;
    console.log();
    for (const fault of this.#faults) console.log(fault);
    printLevel();
    if (totals.skipped > 0) printAbsentPrograms();
    console.log(sentence(totals));
    return totals.failed === 0;
  }
}

/** The line that ends every run: `N passed, N failed`, then what was skipped, if anything was. */
export function sentence({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const title = ({ project, target }) => (target === 'test' ? project : `${project} ${target}`);

function suiteLine(suite, { counts, succeeded, cached }) {
  const took = cached ? 'unchanged' : `${counts?.seconds.toFixed(1) ?? '?'} s`;
  const result = counts ? sentence(counts) : 'broke off';
  const name = title(suite).replace('@portfolio/', '').padEnd(20);
  return `${succeeded ? '✔' : '✘'} ${name} ${result.padEnd(34)} ${took.padStart(9)}`;
}

function printLevel() {
  if (process.env.TEST_LEVEL === 'full') console.log('Level: full.');
  else console.log('Level: short. Long forms left out: npm run test:full.');
}

function printAbsentPrograms() {
  for (const { name, without, install } of OPTIONAL_PROGRAMS.filter((program) => !findProgram(program.name))) {
    console.log(`Left out: ${without}, because ${name} is not installed. To run them: ${install}.`);
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('Left out: what a database started by root must do. To run it: npm test as root, on Linux.');
  }
}
