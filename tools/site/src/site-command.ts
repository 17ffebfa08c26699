import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AdminEnv, DATA_SECRETS, inherited } from './env.ts';
import { StartError } from './start-error.ts';

/**
 * Where the files of a site are: in the folder that it is told, or in its own under DATA_DIR. A bucket the parts and the
 * commands know from the environment.
 *
 * @param dataDir the whole path
 */
export function placeOf(
  root: string,
  { STORAGE_DIR, S3_BUCKET }: Pick<AdminEnv, 'STORAGE_DIR' | 'S3_BUCKET'>,
  dataDir: string,
): { STORAGE_DIR?: string } {
  if (S3_BUCKET !== undefined) return {};
  return { STORAGE_DIR: STORAGE_DIR === undefined ? join(dataDir, 'storage') : resolve(root, STORAGE_DIR) };
}

/**
 * @param dataDir the whole path
 * @param command of npm, to which the right folder can be named
 * @throws StartError where no site has ever been: a database would be made there
 */
export function requireSite(dataDir: string, command: string): void {
  // A database may lie elsewhere, where PostgreSQL may not enter the folder.
  if (['postgres', 'secrets.json'].some((name) => existsSync(join(dataDir, name)))) return;
  throw new StartError(
    `There is no site in ${dataDir}. To name another folder: DATA_DIR=... npm run ${command} -- ...`,
  );
}

/**
 * Runs a command of the api to its end.
 *
 * @param told beside what is in the environment
 * @returns its status
 */
export async function runCommand(
  root: string,
  name: 'admin' | 'backup' | 'restore',
  args: string[],
  told: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, `api/dist/${name}.js`), ...args], {
    stdio: 'inherit',
    env: { ...inherited(DATA_SECRETS), ...told },
  });
  // A terminal's Ctrl-C reaches the command too, which ends by itself; the database is let go of after it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}
