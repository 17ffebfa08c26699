import { countsOf, forgetCounts } from './projects.mjs';
import { OPTIONAL_PROGRAMS, findProgram } from './what-is-here.mjs';

/** Follows a run of targets: a line for each project whose tests end, and the totals after all of them. */
export class Totals {
  /** What failed and is no counted test, one sentence each. */
  #faults = [];
  #projects;
  /** By the project's name, as they were when its tests ended. */
  #counts = new Map();

  /** @param {ReturnType<typeof import('./projects.mjs').testedProjects>} projects whose tests will run */
  constructor(projects) {
    this.#projects = projects;
    forgetCounts(projects);
  }

  /** @param {import('./run-targets.mjs').FinishedTask} task */
  finished = ({ project: name, target, succeeded, cached }) => {
    const project = this.#projects.find((candidate) => candidate.name === name);
    if (target !== 'test' || !project) {
      if (!succeeded) this.#faults.push(`${name}: ${target} failed.`);
      return;
    }
    const counts = countsOf(project);
    this.#counts.set(name, counts);
    console.log(projectLine(name, { counts, succeeded, cached }));
    // Failed tests are counted, and projects without counts are told of at the end.
    if (!succeeded && counts?.failed === 0) this.#faults.push(`${name}: the tests passed, but their run failed.`);
  };

  /**
   * Prints what was left out and why, then the totals, alone on the last line. Tests that did not run have not passed:
   * a project without counts, or that counted none, is a failure, as is every other target that failed.
   *
   * @returns {boolean} whether nothing failed
   */
  print() {
    const totals = { passed: 0, failed: 0, skipped: 0 };
    for (const { name } of this.#projects) {
      const { passed = 0, failed = 0, skipped = 0 } = this.#counts.get(name) ?? {};
      if (passed + failed + skipped === 0) this.#faults.push(`${name}: no test ran.`);
      totals.passed += passed;
      totals.failed += failed;
      totals.skipped += skipped;
    }
    totals.failed += this.#faults.length;
    console.log();
    for (const fault of this.#faults) console.log(fault);
    sayLevel();
    if (totals.skipped > 0) sayWhatIsAbsent();
    console.log(sentence(totals));
    return totals.failed === 0;
  }
}

function projectLine(name, { counts, succeeded, cached }) {
  const took = cached ? 'unchanged' : `${counts?.seconds.toFixed(1) ?? '?'} s`;
  const said = counts ? sentence(counts) : 'broke off';
  return `${succeeded ? '✔' : '✘'} ${name.replace('@portfolio/', '').padEnd(16)} ${said.padEnd(34)} ${took.padStart(9)}`;
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function sayLevel() {
  if (process.env.TEST_LEVEL === 'full') console.log('Level: full.');
  else console.log('Level: short. Long forms left out: npm run test:full.');
}

function sayWhatIsAbsent() {
  for (const { name, without, install } of OPTIONAL_PROGRAMS.filter((program) => !findProgram(program.name))) {
    console.log(`Left out: ${without}, because ${name} is not installed. To run them: ${install}.`);
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('Left out: what a database started by root must do. To run it: npm test as root, on Linux.');
  }
}
