import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds for a test run to end by itself, and for its global teardown before that. */
const GRACE = 5_000;
const TEARDOWN = 60_000;

/** Message of Jest after it has killed a worker process; no event reports that. */
const FORCE_EXITED = /worker process has failed to exit gracefully/;

/** Writes the counts of a Jest run to `test-results/<target>/` for the totals of all projects. */
export default class ResultsReporter {
  #error;
  #consoleError = console.error;

  constructor(globalConfig) {
    this.grace = globalConfig.globalTeardown ? TEARDOWN + GRACE : GRACE;
    // Nx names the target; a run without Nx counts as `test`.
    const target = process.env.NX_TASK_TARGET_TARGET ?? 'test';
    this.file = join(globalConfig.rootDir, 'test-results', target, 'counts.json');
  }

  onRunStart() {
    // Deletes the counts of an earlier run, since this one may be interrupted.
    rmSync(this.file, { force: true });
    console.error = (...args) => {
      if (FORCE_EXITED.test(String(args[0]))) this.#error = new Error('A worker process was force-exited.');
      this.#consoleError.apply(console, args);
    };
  }

  onRunComplete(_contexts, results) {
    console.error = this.#consoleError;
    const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, startTime } = results;
    // A file that fails to load has no tests, and counts as one failure.
    const failed = numFailedTests + results.numRuntimeErrorTestSuites;
    const seconds = Math.round((Date.now() - startTime) / 100) / 10;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify({ passed, failed, skipped: numPendingTests + numTodoTests, seconds }));
    // Open handles would keep the process running for ever.
    setTimeout(() => {
      console.error('The tests have ended with open handles: close every server, connection and timer.');
      process.exit(1);
    }, this.grace).unref();
  }

  /** An error fails the run: https://jestjs.io/docs/configuration#custom-reporters */
  getLastError() {
    return this.#error;
  }
}
