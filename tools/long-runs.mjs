// Runs of `npm run test:full` beside the suites of Nx: the cluster, containers, and the first journey in each Chromium.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../libs/lifecycle/src/supervisor/find-program.js';
import { ROOT } from './projects.mjs';
import { runProgram } from './run-program.mjs';

/** Several of each process behind the gateway, with Redis and S3. */
const cluster = (...args) => ({
  name: `cluster ${args[0]}`,
  isPossible: ['redis-server', 'nginx'].every(findProgram),
  needs: 'redis-server and nginx',
  isRequired: process.env.REQUIRE_REDIS === '1',
  args: [join(ROOT, 'tools/dev-tool.mjs'), 'cluster', ...args],
});

/** The journey of visitor and artist in each Chromium; the suite uses only the first one. */
const journeyIn = (name, browser, needs) => ({
  name: `journey in ${name}`,
  isPossible: browser !== undefined,
  needs,
  isRequired: false,
  args: [join(ROOT, 'tools/run-jest.mjs'), 'journey/journey.test'],
  cwd: join(ROOT, 'e2e'),
  env: { CHROME_PATH: browser },
});

/** The containers, where an engine runs. */
const containers = {
  name: 'containers',
  isPossible: process.env.DOCKER_HOST !== undefined || existsSync('/var/run/docker.sock'),
  needs: 'a container engine',
  isRequired: false,
  args: [join(ROOT, 'tools/dev-tool.mjs'), 'containers'],
};

const canRunBundled = process.platform === 'linux' && process.arch === 'x64';

const RUNS = [
  cluster('faults', '--minutes', '2', '--seed', '1'),
  cluster('journeys', 'reading', 'journey'),
  containers,
  journeyIn('npm’s Chromium', canRunBundled ? 'bundled' : undefined, 'Linux on x64'),
  journeyIn('the system’s Chromium', findProgram('chromium'), 'chromium: apt-get install chromium (Debian)'),
];

/**
 * Runs all in sequence and prints the output of failures.
 *
 * @param {(run: { name: string, seconds: number, result: 'passed' | 'failed' | 'skipped', needs: string }) => void} onFinished
 */
export async function runLong(onFinished) {
  for (const { name, isPossible, isRequired, needs, args, cwd = ROOT, env } of RUNS) {
    if (!isPossible) {
      onFinished({ name, seconds: 0, result: isRequired ? 'failed' : 'skipped', needs });
      continue;
    }
    const start = Date.now();
    const { code, output } = await runProgram(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    if (code !== 0) console.log(output);
    onFinished({ name, seconds: (Date.now() - start) / 1000, result: code === 0 ? 'passed' : 'failed', needs });
  }
}
