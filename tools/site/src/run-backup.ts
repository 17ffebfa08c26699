import { join, resolve } from 'node:path';
import { EnvError } from '@portfolio/config';
import { LocalPostgresError, startLocalPostgres } from '@portfolio/local-postgres';
import { openDataFolder } from './data-folder.ts';
import { type AdminEnv, loadAdminEnv, typedIn } from './env.ts';
import { placeOf, requireSite, runCommand } from './site-command.ts';
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
    if (env.DATABASE_URL !== undefined || needsNoSite) {
      return runCommand(root, 'backup', fromWhereTyped(args), placeOf(root, env, folder));
    }
    requireSite(folder, 'backup');
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
      return runCommand(root, 'restore', fromWhereTyped(args), placeOf(root, env, resolve(root, env.DATA_DIR)));
    }
    const data = openDataFolder(root, env.DATA_DIR);
    try {
      return await withDatabase(root, 'restore', args, env, data.path);
    } finally {
      data.release();
    }
  });
}

async function withDatabase(
  root: string,
  name: 'backup' | 'restore',
  args: string[],
  env: Readonly<AdminEnv>,
  folder: string,
) {
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
  try {
    const told = { DATABASE_URL: postgres.url, ...placeOf(root, env, folder) };
    return await runCommand(root, name, fromWhereTyped(args), told);
  } finally {
    await postgres.stop();
  }
}

/** Folders are meant from where the person stands, and npm runs this in the root. */
const fromWhereTyped = (args: string[]) => args.map((arg) => (arg.startsWith('-') ? arg : resolve(typedIn(), arg)));

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
