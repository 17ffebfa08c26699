// Runs Jest for the project in the current folder, with the arguments given: `npm test -w api -- photos`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FLAGS = [
  // Jest in a vm context, for tests with a DOM.
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Jest with Node's own modules (tools/jest), for all others.
  '--enable-source-maps',
  '--conditions=@portfolio/source',
  `--import=${new URL('./run-typescript.mjs', import.meta.url).href}`,
];
const jest = fileURLToPath(new URL('../bin/jest.js', `file://${createRequire(import.meta.url).resolve('jest')}`));

const child = spawn(process.execPath, [...FLAGS, jest, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
