import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../libs/lifecycle/src/supervisor/find-program.js';
import { OPTIONAL_PROGRAMS } from './optional-programs.mjs';

/** Prints a line for each finished test target, and the totals at the end. */
export class Totals {
  /** Failures other than counted tests, one sentence each. A target may fail in both calls of Nx. */
  #faults = new Set();
  #suites;
  /** Counts of each finished suite. */
  #counts = new Map();
  /** Skipped runs outside of Nx, one sentence each. */
  #leftOut = [];

  /** @param {ReturnType<typeof import('./projects.mjs').testSuites>} suites that will run */
  constructor(suites) {
    this.#suites = [...suites];
    // Of earlier runs.
    for (const suite of suites) rmSync(countsFile(suite), { force: true });
  }

  /** @param {import('./run-targets.mjs').FinishedTask} task */
  finished = ({ project, target, succeeded, cached }) => {
    const suite = this.#suites.find((candidate) => candidate.project === project && candidate.target === target);
    if (!suite) {
      if (!succeeded) this.#faults.add(`${project}: ${target} failed.`);
      return;
    }
    const file = countsFile(suite);
    const counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    this.#counts.set(suite, counts);
    console.log(suiteLine(suite, { counts, succeeded, cached }));
    // Failed tests are counted, and suites without counts are reported at the end.
    if (!succeeded && counts?.failed === 0)
      this.#faults.add(`${title(suite)}: the tests passed, but their run failed.`);
  };

  /** Counts a run outside of Nx as one test. */
  counted = ({ name, seconds, result, needs }) => {
    if (result === 'skipped') this.#leftOut.push(`Left out: ${name}, which needs ${needs}.`);
    const counts = { passed: 0, failed: 0, skipped: 0, seconds, [result]: 1 };
    const suite = { project: name, target: 'test' };
    this.#suites.push(suite);
    this.#counts.set(suite, counts);
    console.log(suiteLine(suite, { counts, succeeded: result !== 'failed', cached: false }));
  };

  /**
   * Prints what was skipped and why, then the totals, alone on the last line. A suite without counts or tests is a failure,
   * as is each other failed target.
   *
   * @returns {boolean} whether nothing failed
   */
  print() {
    const totals = { passed: 0, failed: 0, skipped: 0 };
    for (const suite of this.#suites) {
      const { passed = 0, failed = 0, skipped = 0 } = this.#counts.get(suite) ?? {};
      if (passed + failed + skipped === 0) this.#faults.add(`${title(suite)}: no test ran.`);
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
    }
    totals.failed += this.#faults.size;
    console.log();
    for (const fault of this.#faults) console.log(fault);
    printLevel();
    for (const line of this.#leftOut) console.log(line);
    if (totals.skipped > 0) printAbsentPrograms();
    console.log(sentence(totals));
    return totals.failed === 0;
  }
}

/** Last line of each run: `N passed, N failed`, with the number of skipped tests if there are any. */
export function sentence({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const countsFile = ({ results }) => join(results, 'counts.json');

const title = ({ project, target }) => (target === 'test' ? project : `${project} ${target}`);

function suiteLine(suite, { counts, succeeded, cached }) {
  const took = cached ? 'unchanged' : `${counts?.seconds.toFixed(1) ?? '?'} s`;
  const result = counts ? sentence(counts) : 'interrupted';
  const name = title(suite).replace('@portfolio/', '').padEnd(20);
  return `${succeeded ? '✔' : '✘'} ${name} ${result.padEnd(34)} ${took.padStart(9)}`;
}

function printLevel() {
  if (process.env.TEST_LEVEL === 'full') console.log('Level: full.');
  else console.log('Level: short. Long forms left out: npm run test:full.');
}

function printAbsentPrograms() {
  for (const { name, without, install } of OPTIONAL_PROGRAMS.filter(
    (program) => program.without && !findProgram(program.name),
  )) {
    console.log(`Left out: ${without}, because ${name} is not installed. To run them: ${install}.`);
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('Left out: what a database started by root must do. To run it: npm test as root, on Linux.');
  }
}
