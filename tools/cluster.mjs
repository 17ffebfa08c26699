// npm run cluster: the services of docker-compose.yml on this machine; see docs/operations.md.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareOrExit } from './bootstrap.mjs';

await prepareOrExit();
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const flags = ['--conditions=@portfolio/source', '--import', file('run-typescript.mjs')];
const child = spawn(process.execPath, [...flags, file('cluster/src/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C in a terminal reaches the cluster directly; repeated signals are ignored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
