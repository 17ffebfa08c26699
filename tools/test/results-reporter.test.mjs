import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../projects.mjs';

describe('the results reporter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-reporter-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs two test files in two worker processes, the first with these lines. */
  function runJest(lines, options = {}) {
    writeFileSync(join(folder, 'a.test.js'), `${lines}\nit('a', () => {});`);
    writeFileSync(join(folder, 'b.test.js'), `it('b', () => {});`);
    const config = {
      rootDir: folder,
      maxWorkers: 2,
      reporters: [join(ROOT, 'tools/results-reporter.mjs')],
      haste: { enableSymlinks: false },
      ...options,
    };
    const env = { ...process.env, NX_TASK_TARGET_TARGET: 'test-part' };
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const args = [jest, '--config', JSON.stringify(config), '--no-cache'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    const counts = JSON.parse(readFileSync(join(folder, 'test-results/test-part/counts.json'), 'utf8'));
    return { status, stderr, counts };
  }

  it('writes the counts of the target', () => {
    // Time to exit, which a busy machine needs.
    expect(runJest('', { workerGracefulExitTimeout: 60_000 })).toMatchObject({
      status: 0,
      counts: { passed: 2, failed: 0, skipped: 0 },
    });
  });

  it('fails a run with a killed worker process', () => {
    // An open timer keeps the worker process alive.
    const { status, stderr, counts } = runJest('setInterval(() => {}, 1000);', {
      runtime: join(ROOT, 'tools/jest/native-runtime.cjs'),
      testEnvironment: join(ROOT, 'tools/jest/native-environment.cjs'),
    });

    expect(stderr).toContain('failed to exit gracefully');
    expect(stderr).toMatch(/Open handles: .*Timeout/);
    expect({ status, counts }).toMatchObject({ status: 1, counts: { passed: 2, failed: 0 } });
  });
});
