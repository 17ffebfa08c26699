import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds for a test run to end by itself, and for its global teardown before that. */
const GRACE = 5_000;
const TEARDOWN = 60_000;

/** Leaves the counts of a Jest run in `test-results/`, where the totals over all projects are taken from. */
export default class ResultsReporter {
  constructor(globalConfig) {
    this.grace = globalConfig.globalTeardown ? TEARDOWN + GRACE : GRACE;
    this.file = join(globalConfig.rootDir, 'test-results', 'counts.json');
  }

  onRunStart() {
    // The counts of an earlier run must not stand for one that breaks off.
    rmSync(this.file, { force: true });
  }

  onRunComplete(_contexts, results) {
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
}
