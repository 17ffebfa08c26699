// Installation of missing packages and builds of changed projects. Imports no packages: a fresh clone has none installed.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SECRET_VARIABLES } from '../libs/config/src/weak-secrets.js';
import { buildFingerprint } from './build-fingerprint.mjs';
import { ROOT } from './projects.mjs';
import { runProgram } from './run-program.mjs';
import { step } from './step.mjs';

const LOCK = join(ROOT, '.cache', 'bootstrap.lock');
/** Packages that were missing after the last installation; deleted with node_modules. */
const UNAVAILABLE = 'node_modules/.cache/unavailable.json';
/** Fingerprint of the files at the last build; deleted with node_modules. */
const BUILT = 'node_modules/.cache/built.json';

/** Fault with a message for the terminal; `output` is printed before: the failed tool's, or the system's error. */
class BootstrapError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Installs missing packages. A fault ends the process.
 *
 * @param closingLine printed after a fault, as the last line
 */
export const installOrExit = (closingLine) => ensureInstalled().catch((error) => exitWith(error, closingLine));

/** Installs missing packages and builds changed projects. A fault is printed and ends the process. */
export const prepareOrExit = () => ensureInstalled().then(ensureBuilt).catch(exitWith);

/** @throws an error other than a BootstrapError */
function exitWith(error, closingLine) {
  if (!(error instanceof BootstrapError)) throw error;
  if (error.output) console.error(error.output);
  console.error(`  ${error.message}`);
  if (closingLine) console.log(closingLine);
  process.exit(1);
}

/**
 * Installs the locked dependencies where they are missing.
 *
 * @throws {BootstrapError}
 */
async function ensureInstalled() {
  if (isInstalled()) return;
  await oneAtATime(async () => {
    if (isInstalled()) return;
    await step('Dependencies', async () => {
      const { code, output } = await run(...npm('ci', '--include=dev', '--no-progress'));
      if (code !== 0) throw new BootstrapError(withCause('The dependencies could not be installed', output), output);
      // npm skips some entries of the lock file, which must not start an installation each time.
      writeJson(UNAVAILABLE, missingPackages());
    });
  });
}

/**
 * Builds changed projects. A fingerprint decides whether Nx runs at all: Nx takes a second and rewrites all outputs, which
 * a running site uses.
 *
 * @throws {BootstrapError}
 */
async function ensureBuilt() {
  if (isBuilt()) return;
  await oneAtATime(async () => {
    if (isBuilt()) return;
    await step('Build', async () => {
      // Before the build, so that edits during it are built by the next start.
      const { sources } = buildFingerprint(ROOT);
      const { code, output } = await run(process.execPath, [findNx(), 'run-many', '-t', 'build']);
      if (code !== 0) throw new BootstrapError(withCause('The site could not be built', output), failures(output));
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

/** Whether all installable packages are installed. */
function isInstalled() {
  const unavailable = readJson(UNAVAILABLE) ?? [];
  return missingPackages().every((name) => unavailable.includes(name));
}

/** Entries of the lock file that are not installed in their version: packages, and links to projects. */
function missingPackages() {
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  const locked = readJson('package-lock.json')?.packages ?? {};
  if (!installed) return ['everything'];
  const isThere = ([path, { version, link }]) =>
    (link || installed[path]?.version === version) && existsSync(join(ROOT, path, 'package.json'));
  return (
    Object.entries(locked)
      // Projects count by their links; an optional package may be for another platform.
      .filter(([path, { optional, devOptional }]) => path.includes('node_modules/') && !optional && !devOptional)
      .filter((entry) => !isThere(entry))
      .map(([path, { version }]) => `${path}@${version}`)
  );
}

/**
 * Lock for installation and build of a clone. Its owner touches the file repeatedly; a lock that is some seconds old is
 * stale, since its process was killed.
 */
async function oneAtATime(action) {
  for (let isPrinted = false; !takeLock(); isPrinted = true) {
    if (!isPrinted) console.log('  Waiting for another command in this folder to finish installing or building.');
    await wait(500);
  }
  const heartbeat = setInterval(touchLock, 1_000);
  // A stop signal ends the process inside the action.
  process.once('exit', releaseLock);
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
    if (createFile(LOCK, String(process.pid))) return true;
    if (isStale(LOCK)) removeStaleLock();
    return false;
  } catch (error) {
    throw new BootstrapError(withCause(`${ROOT} cannot be written`, error.message), error.message);
  }
}

/** Only the owner of the claim removes a stale lock, so the file that it checks and the one that it removes are the same. */
function removeStaleLock() {
  const claim = `${LOCK}.claim`;
  if (!createFile(claim)) {
    // Its process was killed before it removed the claim.
    if (isStale(claim)) rmSync(claim, { force: true });
    return;
  }
  if (isStale(LOCK)) rmSync(LOCK, { force: true });
  rmSync(claim, { force: true });
}

/** @returns false if the file exists */
function createFile(path, content = '') {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function isStale(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 10_000;
}

function touchLock() {
  try {
    if (isOwnLock()) utimesSync(LOCK, new Date(), new Date());
  } catch {
    // Removed as stale by another process since the check, as after a suspend.
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

async function run(command, args) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  for (const name of SECRET_VARIABLES) delete env[name];
  return runProgram(command, args, { cwd: ROOT, env }).catch((error) => {
    throw new BootstrapError(`${command} cannot be run: ${error.message}`);
  });
}

/** The npm that runs this process, or the one on the PATH. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
}

/** Output of Nx from its first failed task or task heading on, without the ticks of successful tasks and npm's messages. */
function failures(output) {
  const start = output.search(/^\s*(✖|> nx run)/m);
  const lines = output.slice(Math.max(0, start)).split('\n');
  return lines.filter((line) => !/^\s*✔|^npm (warn|error|notice)/.test(line)).join('\n');
}

const withCause = (what, output) =>
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
