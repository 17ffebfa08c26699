import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@portfolio/lifecycle/supervisor';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { withCluster } from './cluster.ts';
import { readOptions } from './options.ts';

/** Command of `npm run cluster`. @returns the exit status */
export type Command = (context: { dataDir: string; args: string[]; signal: AbortSignal }) => Promise<number>;

const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  run: () => Promise.resolve({ command: run }),
  faults: () => import('./faults.ts'),
  soak: () => import('./soak.ts'),
  journeys: () => import('./journeys.ts'),
};

/** Runs the cluster until a stop signal. */
const run: Command = ({ dataDir, args, signal }) => {
  const { disk } = readOptions(args, { disk: false });
  return withCluster({ dataDir, disk, replicas: { api: 3, worker: 2, 'public-web': 2 } }, async (cluster) => {
    console.log(`\n  Site          ${cluster.url}`);
    console.log(`  Sign in       ${cluster.account.email} with the password ${cluster.account.password}`);
    for (const { title, pid, addresses } of cluster.processes()) {
      console.log(`  ${title.padEnd(14)}${String(pid).padEnd(9)}${addresses.metricsUrl ?? ''}`);
    }
    console.log('\n  Stop with Ctrl-C.');
    if (!signal.aborted) await once(signal, 'abort');
    console.log('  Stopping.');
    return 0;
  });
};

const argv = process.argv.slice(2);
const [name = 'run', ...args] = argv[0]?.startsWith('-') ? ['run', ...argv] : argv;
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!load) {
  console.error(`There is no ${name}: choose one of ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

const dataDir = await makeTempFolder('cluster');
let status = 1;
try {
  const { command } = await load();
  status = await command({ dataDir, args, signal: stop.signal });
} catch (error) {
  console.error(`  ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof StartError) for (const line of error.details) console.error(`    ${line}`);
}
// A failed run leaves its logs, if it has any.
if (status === 0 || !existsSync(join(dataDir, 'logs'))) rmSync(dataDir, { recursive: true, force: true });
else console.error(`  The logs: ${dataDir}`);
process.exit(status);
