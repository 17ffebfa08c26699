// Runs Jest for the project in the current folder: `npm test -w api -- photos`. Without a jest.config.js, a project has the
// preset for server code.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const FLAGS = [
  // A large young generation needs fewer collections: a tenth of the processor time.
  '--max-semi-space-size=64',
  // Jest in a vm context, for tests with a DOM.
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Jest with Node's own modules (tools/jest), for all others.
  '--enable-source-maps',
  '--conditions=@portfolio/source',
  `--import=${new URL('./run-typescript.mjs', import.meta.url).href}`,
];
/** Bytes, ten times what the short level uses. */
const MEMORY_NEEDED = 4 * 1024 ** 3;
const jest = fileURLToPath(new URL('../bin/jest.js', `file://${createRequire(import.meta.url).resolve('jest')}`));

const preset = fileURLToPath(new URL('../jest.preset.js', import.meta.url));
const args = process.argv.slice(2);
if (!existsSync('jest.config.js') && !args.includes('--config'))
  args.push('--config', preset, '--rootDir', process.cwd());

const env = {
  // A warning of the AWS SDK about Node 20, printed once per process.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  ...process.env,
  // Some tests compare dates in the time zone of the device.
  TZ: 'UTC',
  TMPDIR: temporaryFolder(),
};
const child = spawn(process.execPath, [...FLAGS, jest, ...args], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));

/** In memory if possible: some file systems slow down with the number of deleted files. */
function temporaryFolder() {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < MEMORY_NEEDED) return tmpdir();
  const folder = `${memory}/portfolio-tests-${process.getuid()}`;
  mkdirSync(folder, { recursive: true });
  return folder;
}
