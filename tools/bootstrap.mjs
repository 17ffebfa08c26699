// What a fresh clone needs before anything of it can run. Only Node's own modules: there may be no others yet.
import { spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECRET_VARIABLES } from '../libs/config/src/weak-secrets.js';
import { buildFingerprint } from './build-fingerprint.mjs';
import { step } from './step.mjs';

export { step };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, '.cache', 'bootstrap.lock');
/** What was missing after the last installation had succeeded; gone with node_modules. */
const UNAVAILABLE = 'node_modules/.cache/unavailable.json';
/** What the files looked like at the last build; gone with node_modules. */
const BUILT = 'node_modules/.cache/built.json';

/** A fault that is told in one sentence. What a tool printed, if it explains more, is in `output`. */
export class BootstrapError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Installs the dependencies as they are locked, unless they are there.
 *
 * @throws {BootstrapError}
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await oneAtATime(async () => {
    if (isInstalled()) return;
    await step('Dependencies', async () => {
      const { status, output } = await finish(...npm('ci', '--include=dev', '--no-progress'));
      if (status !== 0) throw new BootstrapError(sentence('The dependencies could not be installed', output), output);
      // An entry of the lock file that npm itself does not heed must not start an installation each time.
      writeJson(UNAVAILABLE, missingPackages());
    });
  });
}

/**
 * Builds what has changed since the last build. Whether anything has is seen from outside, because Nx, though it knows
 * by contents, takes a second and writes every output anew, under the feet of a site that runs from them.
 *
 * @throws {BootstrapError}
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await oneAtATime(async () => {
    if (isBuilt()) return;
    await step('Build', async () => {
      // Taken before, so that what is edited meanwhile is built by the next start.
      const { sources } = buildFingerprint(ROOT);
      const { status, output } = await finish(process.execPath, [findNx(), 'run-many', '-t', 'build']);
      if (status !== 0) throw new BootstrapError(sentence('The site could not be built', output), failures(output));
      writeJson(BUILT, { sources, outputs: buildFingerprint(ROOT).outputs });
    });
  });
}

function isBuilt() {
  const built = readJson(BUILT);
  if (!built) return false;
  const { sources, outputs } = buildFingerprint(ROOT);
  return built.sources === sources && built.outputs === outputs;
}

function findNx() {
  try {
    return createRequire(import.meta.url).resolve('nx/bin/nx.js');
  } catch {
    throw new BootstrapError('The dependencies are damaged: delete the folder node_modules, then start again.');
  }
}

/** Whether everything is there that an installation can bring. */
function isInstalled() {
  const unavailable = readJson(UNAVAILABLE) ?? [];
  return missingPackages().every((name) => unavailable.includes(name));
}

/** What the lock file names and does not lie in its place in that version: packages, and the links to our projects. */
function missingPackages() {
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  const locked = readJson('package-lock.json')?.packages ?? {};
  if (!installed) return ['everything'];
  const isThere = ([path, { version, link }]) =>
    (link || installed[path]?.version === version) && existsSync(join(ROOT, path, 'package.json'));
  return (
    Object.entries(locked)
      // Of our projects only the links count; what is optional may not be for this platform.
      .filter(([path, { optional, devOptional }]) => path.includes('node_modules/') && !optional && !devOptional)
      .filter((entry) => !isThere(entry))
      .map(([path, { version }]) => `${path}@${version}`)
  );
}

/**
 * Two starts in one clone must not install or build over each other. The lock is a file whose owner touches it all the
 * while: one that has not been touched for some seconds is that of a process that was killed.
 */
async function oneAtATime(action) {
  for (let told = false; !takeLock(); told = true) {
    if (!told) console.log('  Waiting for another start in this folder to finish its preparations.');
    await wait(500);
  }
  const heartbeat = setInterval(touchLock, 1_000);
  try {
    await action();
  } finally {
    clearInterval(heartbeat);
    releaseLock();
  }
}

function takeLock() {
  try {
    mkdirSync(dirname(LOCK), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw new BootstrapError(sentence(`${ROOT} cannot be written`, String(error)));
    const found = statSync(LOCK, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > 10_000) setAside(found);
    return false;
  }
}

/** Moves a dead start's lock away, and puts it back if another start was quicker and it is no longer that lock. */
function setAside({ ino, mtimeMs }) {
  const aside = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, aside);
    const moved = statSync(aside);
    if (moved.ino !== ino || moved.mtimeMs !== mtimeMs) linkSync(aside, LOCK);
  } catch (error) {
    // Gone by now, or taken by a third.
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error;
  }
  rmSync(aside, { force: true });
}

function touchLock() {
  try {
    if (isOwnLock()) utimesSync(LOCK, new Date(), new Date());
  } catch {
    // Lost to another start, which took this one for dead, as when the machine had slept.
  }
}

function releaseLock() {
  if (isOwnLock()) rmSync(LOCK, { force: true });
}

function isOwnLock() {
  try {
    return readFileSync(LOCK, 'utf8') === String(process.pid);
  } catch {
    return false;
  }
}

/** Runs a program to its end. Whoever stops this process stops the program first. */
async function finish(command, args) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  for (const name of SECRET_VARIABLES) delete env[name];
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stopped = false;
  const stop = () => {
    stopped = true;
    child.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new BootstrapError(`${command} cannot be run: ${error.message}`)));
    child.once('close', resolve);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
  if (stopped) {
    releaseLock();
    process.exit(0);
  }
  return { status, output };
}

/** The npm that runs this process, or else the one on the path. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
}

/** What Nx prints, without the ticks of what went well and without npm's account of how it ran what did not. */
function failures(output) {
  const begin = output.search(/^\s*(✖|> nx run)/m);
  const lines = output.slice(Math.max(0, begin)).split('\n');
  return lines.filter((line) => !/^\s*✔|^npm (warn|error|notice)/.test(line)).join('\n');
}

const sentence = (what, output) =>
  /ENOSPC|No space left on device/.test(output)
    ? `${what}: the disk is full.`
    : /EACCES|EROFS|EPERM/.test(output)
      ? `${what}: this user may not write to the folder.`
      : `${what}.`;

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeJson(path, value) {
  mkdirSync(join(ROOT, dirname(path)), { recursive: true });
  writeFileSync(join(ROOT, path), JSON.stringify(value));
}
