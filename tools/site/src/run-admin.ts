import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvError } from '@portfolio/config';
import { LocalPostgresError, startLocalPostgres } from '@portfolio/local-postgres';
import { inherited, loadAdminEnv } from './env.ts';

export interface RunAdminOptions {
  /** What follows the command's name. */
  args: string[];
  /** Of the repository. */
  root?: string;
}

/**
 * Runs the api's command for accounts on the database of the site: the one it is told, or its own, which is joined
 * where the site runs and started for the moment where it does not. Files are moved without any database.
 *
 * @returns the status to end with
 */
export async function runAdmin({
  args,
  root = join(import.meta.dirname, '../../..'),
}: RunAdminOptions): Promise<number> {
  try {
    const { DATABASE_URL, DATA_DIR, STORAGE_DIR } = loadAdminEnv();
    const folder = resolve(root, DATA_DIR);
    if (args[0] === 'move-files') {
      return await command(root, args, { STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') });
    }
    const needsNoDatabase = args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h');
    if (DATABASE_URL !== undefined || needsNoDatabase) return await command(root, args);

    if (args[0] === 'reset-password' && !existsSync(folder)) {
      console.error(`There is no site in ${folder}. To name another folder: DATA_DIR=... npm run admin -- ...`);
      return 1;
    }
    const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
    try {
      // Of the commands, rendering alone needs to know where files are.
      const isOnDisk = args[0] === 'rerender' && !inherited().S3_BUCKET;
      return await command(root, args, {
        DATABASE_URL: postgres.url,
        ...(isOnDisk && { STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') }),
      });
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    if (!(error instanceof EnvError || error instanceof LocalPostgresError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @param told beside what is in the environment */
async function command(root: string, args: string[], told: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'api/dist/admin.js'), ...args], {
    stdio: 'inherit',
    env: { ...inherited(), ...told },
  });
  // A terminal's Ctrl-C reaches the command too, which ends by itself; the database is let go of after it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}
