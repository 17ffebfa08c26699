import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvError } from '@portfolio/config';
import { LocalPostgresError, startLocalPostgres } from '@portfolio/local-postgres';
import { openDataFolder } from './data-folder.ts';
import { type AdminEnv, inherited, loadAdminEnv, typedIn } from './env.ts';
import { StartError } from './start-error.ts';

export interface RunBackupOptions {
  /** What follows the command's name. */
  args: string[];
  /** Of the repository. */
  root?: string;
}

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Backs up the site that the environment names, or its own under DATA_DIR, which may run or not.
 *
 * @returns the status to end with
 */
export function runBackup({ args, root = ROOT }: RunBackupOptions): Promise<number> {
  return explained(async () => {
    const env = loadAdminEnv();
    const needsNoSite = args.length === 0 || args.some((arg) => ['--help', '-h', '--verify'].includes(arg));
    const folder = resolve(root, env.DATA_DIR);
    if (env.DATABASE_URL !== undefined || needsNoSite) return command(root, 'backup', args, placeOf(env, folder));
    if (!existsSync(folder)) {
      throw new StartError(`There is no site in ${folder}. To name another folder: DATA_DIR=... npm run backup -- ...`);
    }
    return withDatabase(root, 'backup', args, env, folder);
  });
}

/**
 * Restores a backup into the site that the environment names, or into its own under DATA_DIR, which is claimed meanwhile:
 * a site that runs would bring its demo content in.
 *
 * @returns the status to end with
 */
export function runRestore({ args, root = ROOT }: RunBackupOptions): Promise<number> {
  return explained(async () => {
    const env = loadAdminEnv();
    const needsNoSite = args.length === 0 || args.some((arg) => ['--help', '-h'].includes(arg));
    if (env.DATABASE_URL !== undefined || needsNoSite) {
      return command(root, 'restore', args, placeOf(env, resolve(root, env.DATA_DIR)));
    }
    const data = openDataFolder(root, env.DATA_DIR);
    try {
      return await withDatabase(root, 'restore', args, env, data.path);
    } finally {
      data.release();
    }
  });
}

async function withDatabase(root: string, name: string, args: string[], env: Readonly<AdminEnv>, folder: string) {
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
  try {
    return await command(root, name, args, { DATABASE_URL: postgres.url, ...placeOf(env, folder) });
  } finally {
    await postgres.stop();
  }
}

/** Where the files of a site are that keeps them where `npm start` does, unless it is told a place. */
function placeOf({ STORAGE_DIR }: Readonly<AdminEnv>, folder: string): NodeJS.ProcessEnv {
  if (inherited().S3_BUCKET) return {};
  return { STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') };
}

/** @param told beside what is in the environment */
async function command(root: string, name: string, args: string[], told: NodeJS.ProcessEnv): Promise<number> {
  // Folders are meant from where the person stands, and npm runs this in the root.
  const resolved = args.map((arg) => (arg.startsWith('-') ? arg : resolve(typedIn(), arg)));
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, `api/dist/${name}.js`), ...resolved], {
    stdio: 'inherit',
    env: { ...inherited(), ...told },
  });
  // A terminal's Ctrl-C reaches the command too, which ends by itself; the database is let go of after it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}

async function explained(action: () => Promise<number>): Promise<number> {
  try {
    return await action();
  } catch (error) {
    const isForPeople = [EnvError, LocalPostgresError, StartError].some((type) => error instanceof type);
    if (!isForPeople) throw error;
    console.error((error as Error).message);
    return 1;
  }
}
