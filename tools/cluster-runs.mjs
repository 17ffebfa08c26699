// The cluster runs of `npm run test:full`: several of each process behind the gateway, with Redis and S3.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './projects.mjs';
import { findProgram } from './what-is-here.mjs';

/** Arguments of `npm run fleet`. */
const RUNS = [
  ['roll'],
  ['faults', '--minutes', '2', '--seed', '1'],
  ['backup', '100'],
  ['journeys', 'reading', 'journey'],
];

const NEEDS = ['redis-server', 'nginx'];

/**
 * Runs them one after the other and prints the output of what fails.
 *
 * @param {(run: { name: string, seconds: number, result: 'passed' | 'failed' | 'skipped' }) => void} onFinished
 */
export async function runCluster(onFinished) {
  const isPossible = NEEDS.every(findProgram);
  for (const args of RUNS) {
    const name = `cluster ${args[0]}`;
    if (!isPossible) {
      onFinished({ name, seconds: 0, result: process.env.REQUIRE_REDIS === '1' ? 'failed' : 'skipped' });
      continue;
    }
    const begin = Date.now();
    const { code, output } = await run(args);
    if (code !== 0) console.log(output);
    onFinished({ name, seconds: (Date.now() - begin) / 1000, result: code === 0 ? 'passed' : 'failed' });
  }
}

function run(args) {
  const child = spawn(process.execPath, [join(ROOT, 'tools/fleet.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve({ code, output });
    });
  });
}
