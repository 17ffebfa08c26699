// npm run bench, cluster and containers: development tools, run from source; see CONTRIBUTING.md.
// Missing packages and builds are made first; the containers build themselves.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installOrExit, prepareOrExit } from './bootstrap.mjs';

const [tool, ...args] = process.argv.slice(2);
await (tool === 'containers' ? installOrExit() : prepareOrExit());
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const flags = ['--conditions=@portfolio/source', '--import', file('run-typescript.mjs')];
const child = spawn(process.execPath, [...flags, file(`${tool}/src/main.ts`), ...args], { stdio: 'inherit' });
// Ctrl-C in a terminal reaches the tool directly; repeated signals are ignored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
