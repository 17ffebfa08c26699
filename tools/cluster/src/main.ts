import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command of the cluster gives: the status to end with. */
export type Command = (context: { dataDir: string; args: string[]; signal: AbortSignal }) => Promise<number>;

/** Each in a file of its own, loaded when it is asked for. */
const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  run: () => import('./run-cluster.ts'),
  roll: () => import('./roll.ts'),
  faults: () => import('./faults.ts'),
  soak: () => import('./soak.ts'),
  journeys: () => import('./journeys.ts'),
  backup: () => import('./backup-drill.ts'),
  scale: () => import('./scale.ts'),
};

const told = process.argv.slice(2);
// Options alone are for running it.
const [name = 'run', ...args] = told[0]?.startsWith('-') ? ['run', ...told] : told;
const load = COMMANDS[name];
if (!load) {
  console.error(`There is no ${name}: choose one of ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

const dataDir = mkdtempSync(join(tmpdir(), 'portfolio-cluster-'));
let status = 1;
try {
  const { command } = await load();
  status = await command({ dataDir, args, signal: stop.signal });
} catch (error) {
  console.error(`  ${error instanceof Error ? error.message : String(error)}`);
}
// What failed is to be looked into.
if (status === 0) rmSync(dataDir, { recursive: true, force: true });
else console.error(`  The logs: ${join(dataDir, 'logs')}`);
process.exit(status);
