// The keeper: a process of its own that runs the server and outlives whoever started it. Each process that uses the
// server holds a connection to the keeper, its lease. The system closes that connection when the process ends, however
// it ends, so the keeper always knows when the last one has gone, and stops the server.
//
// Plain JavaScript, so that Node can run it from the sources too, where the tests are. It imports nothing of ours.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo, Server, Socket } from 'node:net' */
/** @import { KeeperCard, KeeperOrder, KeeperReport } from './keeper-order.ts' */

/** Milliseconds for the server to start; recovery after a crash may take a while. */
const START_WITHIN = 120_000;
/** Milliseconds for the server to write its last checkpoint. */
const STOP_WITHIN = 60_000;
/** Milliseconds in which the starter takes the first lease. */
const FIRST_LEASE_WITHIN = 15_000;
/** What passes by itself: a port taken meanwhile, the last children of a server that was killed. */
const PASSING = /Address already in use|could not create any TCP\/IP sockets|is still in use/;

/** @type {KeeperOrder} */
const order = JSON.parse(process.argv[2] ?? '');
const cardFile = join(order.dataDir, 'keeper.json');
/** What a temporary cluster has, and where that lies from the end of the last lease: who comes then makes another cluster. */
const ofCluster = [order.dataDir, order.logFile].map((path) => ({ path, ended: `${path}.ended-${process.pid}` }));

// Who asks this process to stop asks everybody; it stops when the last lease has gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

/** @type {{ server: ChildProcess, port: number }} */
let running;
try {
  running = await start();
} catch (error) {
  await report({ type: 'failed', output: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
const { server, port } = running;

/** @type {Set<Socket>} */
const leases = new Set();
const token = randomBytes(24).toString('base64url');
const desk = createServer({ allowHalfOpen: true }, admit);
let stopTimer = setTimeout(stop, FIRST_LEASE_WITHIN);
let stopping = false;

server.once('exit', () => {
  if (!stopping) removeCard();
  else if (order.temporary) removeCluster();
  // Ends the leases as well: that is how their holders learn of it.
  process.exit(stopping ? 0 : 1);
});

const leasePort = await listen(desk, 0);
/** @type {KeeperCard} */
const card = { pid: process.pid, port, leasePort, token };
writeFileSync(`${cardFile}.draft`, JSON.stringify(card), { mode: 0o600 });
renameSync(`${cardFile}.draft`, cardFile);
await report({ type: 'ready' });

/** @param {Socket} socket */
function admit(socket) {
  let said = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text) => {
    if (leases.has(socket)) return;
    said += text;
    if (stopping || (said.includes('\n') && said !== `${token}\n`) || said.length > 200) socket.destroy();
    else if (said.includes('\n')) {
      leases.add(socket);
      clearTimeout(stopTimer);
      socket.write('welcome\n');
    }
  });
  socket.on('end', () => leave(socket));
  socket.on('close', () => leave(socket));
}

/** @param {Socket} socket */
function leave(socket) {
  const had = leases.delete(socket);
  if (had && leases.size === 0) {
    clearTimeout(stopTimer);
    if (order.linger > 0) stopTimer = setTimeout(stop, order.linger);
    else return stop();
  }
  // Where the server stops now, the connection ends with this process: so that who left can wait for it.
  if (!stopping) socket.end();
}

function stop() {
  stopping = true;
  // The card goes first: who comes now finds no keeper, waits for the server to be gone and starts another.
  removeCard();
  if (order.temporary) for (const { path, ended } of ofCluster) renameSync(path, ended);
  desk.close();
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN);
  setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN + 5_000);
}

function removeCard() {
  rmSync(cardFile, { force: true });
}

function removeCluster() {
  for (const { ended } of ofCluster) rmSync(ended, { recursive: true, force: true });
}

/**
 * Starts the server on its port or a free one, again where what hinders it passes by itself.
 *
 * @throws {Error} with what the server wrote
 */
async function start() {
  for (const end = Date.now() + START_WITHIN; ; await wait(200)) {
    const port = order.port ?? (await freePort());
    const from = statSync(order.logFile).size;
    const server = launch(port);
    // A program that cannot be run at all ends by 'error', others by 'exit'.
    const ended = new Promise((resolve) => server.once('exit', () => resolve('')).once('error', resolve));
    const outcome = await Promise.race([ended, ready(server)]);
    if (outcome === 'ready') return { server, port };
    const output = `${outcome instanceof Error ? outcome.message : ''}${logFrom(from)}`;
    if (Date.now() > end || !PASSING.test(output)) throw new Error(output);
  }
}

/** @param {number} port */
function launch(port) {
  const [file = '', ...args] = [...order.command, '-p', String(port)];
  const log = openSync(order.logFile, 'a');
  const options = { ...order.ids, env: order.env, cwd: '/', stdio: /** @type {any} */ (['ignore', log, log]) };
  const server = spawn(file, args, options);
  closeSync(log);
  return server;
}

/**
 * The postmaster says in its pid file that it takes connections.
 *
 * @param {ChildProcess} server
 */
async function ready(server) {
  for (const end = Date.now() + START_WITHIN; server.exitCode === null && server.signalCode === null; await wait(20)) {
    const [pid, , , , , , , state = ''] = readPidFile();
    if (Number(pid) === server.pid && state.trim() === 'ready') return 'ready';
    if (Date.now() > end) server.kill('SIGQUIT');
  }
  return new Promise(() => undefined);
}

function readPidFile() {
  try {
    return readFileSync(join(order.dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** @param {number} start */
function logFrom(start) {
  const buffer = Buffer.alloc(Math.min(64 * 1024, Math.max(0, statSync(order.logFile).size - start)));
  const log = openSync(order.logFile, 'r');
  readSync(log, buffer, 0, buffer.length, start);
  closeSync(log);
  return buffer.toString('utf8');
}

async function freePort() {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * @param {Server} on
 * @param {number} port
 * @returns {Promise<number>}
 */
function listen(on, port) {
  return new Promise((resolve, reject) => {
    on.once('error', reject);
    on.listen(port, '127.0.0.1', () => resolve(/** @type {AddressInfo} */ (on.address()).port));
  });
}

/**
 * The starter may have been killed; then nobody takes a lease, and that stops the server.
 *
 * @param {KeeperReport} message
 */
function report(message) {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, resolve);
    else resolve(undefined);
  });
}
