// npm run cluster: the services of docker-compose.yml on this machine; see docs/operations.md.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { BootstrapError, ensureBuilt, ensureInstalled } = await import('./bootstrap.mjs');
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  if (error.output) console.error(error.output);
  console.error(`  ${error.message}`);
  process.exit(1);
}
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const child = spawn(
  process.execPath,
  [
    ...['--conditions=@portfolio/source', '--import', file('run-typescript.mjs'), file('cluster/src/main.ts')],
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
// Ctrl-C in a terminal reaches the cluster directly; repeated signals are ignored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
