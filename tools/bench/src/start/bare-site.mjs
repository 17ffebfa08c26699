// Smallest possible site: PostgreSQL on the same data, and one Node process without imports that listens.
// Plain JavaScript, since loading TypeScript would take longer than the rest.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** @import { AddressInfo } from 'node:net' */
/** @import { BareSiteOptions } from './bare-site.ts' */

/** @type {BareSiteOptions} */
const { command, ids, env, dataDir } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const [file = '', ...args] = command;
const postgres = spawn(file, args, { ...ids, env, cwd: '/', stdio: 'ignore' });
const ended = new Promise((resolve) => postgres.once('exit', resolve).once('error', resolve));
postgres.once('exit', () => process.exit(0));
process.on('SIGTERM', () => postgres.kill('SIGINT'));

const server = createServer((_, response) => response.end('here\n'));
const listening = new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
await Promise.all([listening, Promise.race([isReady(), ended])]);
console.log(`ready ${/** @type {AddressInfo} */ (server.address()).port}`);

/** Waits until the pid file of the postmaster reports that it accepts connections. */
async function isReady() {
  for (;;) {
    const [pid, , , , , , , state = ''] = readPidFile();
    if (Number(pid) > 0 && state.trim() === 'ready') return;
    await wait(5);
  }
}

function readPidFile() {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
