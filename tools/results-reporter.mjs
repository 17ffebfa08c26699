import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves the counts of a Jest run in `test-results/`, where the totals over all projects are taken from. */
export default class ResultsReporter {
  constructor(globalConfig) {
    this.root = globalConfig.rootDir;
  }

  onRunComplete(_contexts, results) {
    const folder = join(this.root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const { numPassedTests: passed, numFailedTests, numPendingTests: skipped, numRuntimeErrorTestSuites } = results;
    // A file that cannot be loaded has no tests to count, and is a failure all the same.
    writeFileSync(join(folder, 'counts.json'), JSON.stringify({ passed, failed: numFailedTests + numRuntimeErrorTestSuites, skipped }));
  }
}
