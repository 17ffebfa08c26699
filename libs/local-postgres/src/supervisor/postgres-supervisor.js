// Supervisor process of PostgreSQL. Each process that uses the server holds a lease: a connection to the control server.
// The operating system closes it when that process ends, also after SIGKILL. The last lease stops the server.
//
// Plain JavaScript without imports of ours, so that Node also runs it from the sources.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo, Server, Socket } from 'node:net' */
/** @import { StateFile, SupervisorOptions, SupervisorReport } from './messages.ts' */

/** Includes the recovery after a crash. */
const START_TIMEOUT_MS = 120_000;
/** Includes the last checkpoint. */
const STOP_TIMEOUT_MS = 60_000;
const FIRST_LEASE_TIMEOUT_MS = 15_000;
/** Transient faults: a port in use, or child processes of a killed server. */
const TRANSIENT = /Address already in use|could not create any TCP\/IP sockets|is still in use/;

/** @type {SupervisorOptions} */
const options = JSON.parse(process.argv[2] ?? '');
const stateFile = join(options.dataDir, 'supervisor.json');
/** Paths of a temporary cluster, and their names once it stops. A later start then creates another cluster. */
const temporaryPaths = [options.dataDir, options.logFile].map((path) => ({
  path,
  ended: `${path}.ended-${process.pid}`,
}));

// Ignored: the last lease stops this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const { server, port } = await start().catch(async (error) => {
  await report({ type: 'failed', output: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});

/** @type {Set<Socket>} */
const leases = new Set();
const token = randomBytes(24).toString('base64url');
const controlServer = createServer({ allowHalfOpen: true }, grantLease);
let stopTimer = setTimeout(stop, FIRST_LEASE_TIMEOUT_MS);
let stopping = false;

server.once('exit', () => {
  if (!stopping) removeStateFile();
  else if (options.temporary) for (const { ended } of temporaryPaths) rmSync(ended, { recursive: true, force: true });
  // Closes the leases, too.
  process.exit(stopping ? 0 : 1);
});

const controlPort = await listen(controlServer);
/** @type {StateFile} */
const state = { pid: process.pid, port, controlPort, token };
writeFileSync(`${stateFile}.draft`, JSON.stringify(state), { mode: 0o600 });
renameSync(`${stateFile}.draft`, stateFile);
await report({ type: 'ready' });

/** @param {Socket} socket */
function grantLease(socket) {
  let received = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text) => {
    if (leases.has(socket)) return;
    received += text;
    if (stopping || (received.includes('\n') && received !== `${token}\n`) || received.length > 200) socket.destroy();
    else if (received.includes('\n')) {
      leases.add(socket);
      clearTimeout(stopTimer);
      socket.write('granted\n');
    }
  });
  socket.on('end', () => releaseLease(socket));
  socket.on('close', () => releaseLease(socket));
}

/** @param {Socket} socket */
function releaseLease(socket) {
  const wasGranted = leases.delete(socket);
  if (wasGranted && leases.size === 0) {
    clearTimeout(stopTimer);
    if (options.linger > 0) stopTimer = setTimeout(stop, options.linger);
    else return stop();
  }
  // During a stop the connection stays open until this process ends: `release()` waits for it.
  if (!stopping) socket.end();
}

function stop() {
  stopping = true;
  // First: a process that starts now finds no supervisor, and waits for the server to end.
  removeStateFile();
  if (options.temporary) for (const { path, ended } of temporaryPaths) renameSync(path, ended);
  controlServer.close();
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS + 5_000);
}

function removeStateFile() {
  rmSync(stateFile, { force: true });
}

/**
 * Starts the server on its port or a free one, and retries after transient faults.
 *
 * @throws {Error} with the log of the server
 */
async function start() {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await wait(200)) {
    const port = options.port ?? (await freePort());
    const from = statSync(options.logFile).size;
    const server = launch(port);
    // 'error' when the program cannot be executed.
    const ended = new Promise((resolve) => server.once('exit', () => resolve('')).once('error', resolve));
    const outcome = await Promise.race([ended, ready(server)]);
    if (outcome === 'ready') return { server, port };
    const output = `${outcome instanceof Error ? outcome.message : ''}${logFrom(from)}`;
    if (Date.now() > end || !TRANSIENT.test(output)) throw new Error(output);
  }
}

/** @param {number} port */
function launch(port) {
  const [file = '', ...args] = [...options.command, '-p', String(port)];
  const log = openSync(options.logFile, 'a');
  const spawnOptions = { ...options.ids, env: options.env, cwd: '/', stdio: /** @type {any} */ (['ignore', log, log]) };
  const server = spawn(file, args, spawnOptions);
  closeSync(log);
  return server;
}

/**
 * The pid file of the postmaster reports that it accepts connections.
 *
 * @param {ChildProcess} server
 */
async function ready(server) {
  for (
    const end = Date.now() + START_TIMEOUT_MS;
    server.exitCode === null && server.signalCode === null;
    await wait(20)
  ) {
    const [pid, , , , , , , state = ''] = readPidFile();
    if (Number(pid) === server.pid && state.trim() === 'ready') return 'ready';
    if (Date.now() > end) server.kill('SIGQUIT');
  }
  return new Promise(() => undefined);
}

function readPidFile() {
  try {
    return readFileSync(join(options.dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** @param {number} start */
function logFrom(start) {
  return readFileSync(options.logFile)
    .subarray(start, start + 64 * 1024)
    .toString('utf8');
}

async function freePort() {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * @param {Server} on
 * @returns {Promise<number>} the port
 */
function listen(on) {
  return new Promise((resolve, reject) => {
    on.once('error', reject);
    on.listen(0, '127.0.0.1', () => resolve(/** @type {AddressInfo} */ (on.address()).port));
  });
}

/**
 * Without a parent nobody acquires the first lease, which stops the server.
 *
 * @param {SupervisorReport} message
 */
function report(message) {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, resolve);
    else resolve(undefined);
  });
}
