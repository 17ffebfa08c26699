import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds for a test run to end by itself, and for its global teardown before that. */
const GRACE = 5_000;
const TEARDOWN = 60_000;

/** What Jest prints on ending a worker process that did not end by itself. Nothing else of Jest's reports it. */
const FORCE_EXITED = /worker process has failed to exit gracefully/;

/** Leaves the counts of a Jest run in `test-results/<target>/`, which the totals over all projects add up. */
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
    // The counts of an earlier run must not stand for one that breaks off.
    rmSync(this.file, { force: true });
    console.error = (...args) => {
      if (FORCE_EXITED.test(String(args[0]))) this.#error = new Error('A worker process was force-exited.');
      this.#consoleError.apply(console, args);
    };
  }

  onRunComplete(_contexts, results) {
    console.error = this.#consoleError;
    const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, startTime } = results;
    // A file that cannot be loaded has no tests to count, and is a failure all the same.
    const failed = numFailedTests + results.numRuntimeErrorTestSuites;
    const seconds = Math.round((Date.now() - startTime) / 100) / 10;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify({ passed, failed, skipped: numPendingTests + numTodoTests, seconds }));
    // Nobody else would end it, and all that wait for it would wait for ever.
    setTimeout(() => {
      console.error('The tests are over, but what they opened is not: close every server, connection and timer.');
      process.exit(1);
    }, this.grace).unref();
  }

  /** An error fails the run: https://jestjs.io/docs/configuration#custom-reporters */
  getLastError() {
    return this.#error;
  }
}
