// The least that a site could be: PostgreSQL on the same data, and one Node process that imports nothing of anybody and
// listens. Plain JavaScript, since what turns TypeScript into it takes longer to load than all of this.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** @import { AddressInfo } from 'node:net' */
/** @import { BareOrder } from './bare-site.ts' */

/** @type {BareOrder} */
const { command, ids, env, dataDir } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const [file = '', ...args] = command;
const postgres = spawn(file, args, { ...ids, env, cwd: '/', stdio: 'ignore' });
const ended = new Promise((resolve) => postgres.once('exit', resolve).once('error', resolve));
postgres.once('exit', () => process.exit(0));
process.on('SIGTERM', () => postgres.kill('SIGINT'));
// Whoever started this may be killed, and then leaves its end of the pipe.
process.stdin.once('end', () => postgres.kill('SIGINT')).resume();

const server = createServer((_, response) => response.end('here\n'));
const listening = new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
await Promise.all([listening, Promise.race([isReady(), ended])]);
console.log(`ready ${/** @type {AddressInfo} */ (server.address()).port} ${process.pid}`);

/** The postmaster says in its pid file that it takes connections. */
async function isReady() {
  for (;;) {
    const [pid, , , , , , , state = ''] = pidFile();
    if (Number(pid) > 0 && state.trim() === 'ready') return;
    await wait(5);
  }
}

function pidFile() {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
