import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvError } from '@portfolio/config';
import { StartError } from '@portfolio/lifecycle/supervisor';
import { LocalPostgresError, startLocalPostgres } from '@portfolio/local-postgres';
import { makeDataFolder, openDataFolder, storageSettings } from './data-folder.ts';
import { DATA_SECRETS, inherited, invocationFolder, loadAdminEnv } from './env.ts';

export interface SiteCommandOptions {
  /** Arguments after the name of the command. */
  args: string[];
  /** Folder of the repository. */
  root?: string;
}

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Runs the API's admin command on the database of the site. The embedded database is joined, or started for the
 * duration of the command.
 *
 * @returns the exit status
 */
export function runAdmin({ args, root = ROOT }: SiteCommandOptions): Promise<number> {
  return withFaultMessages(async () => {
    const env = loadAdminEnv();
    const { DATABASE_URL, STORAGE_DIR } = env;
    const folder = resolve(root, env.DATA_DIR);
    const [command] = args;
    if (command === 'move-files') {
      return runCommand(root, 'admin', args, { STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') });
    }
    if (command === 'trash' || command === 'untrash') {
      if ((DATABASE_URL ?? STORAGE_DIR ?? env.S3_BUCKET) === undefined) requireSite(folder, 'admin');
      return runCommand(root, 'admin', args, storageSettings(root, env, folder));
    }
    const storage = command === 'rerender' ? storageSettings(root, env, folder) : {};
    if (DATABASE_URL !== undefined || isHelp(args)) return runCommand(root, 'admin', args, storage);

    if (command !== 'create') requireSite(folder, 'admin');
    makeDataFolder(root, env.DATA_DIR);
    return withDatabase(folder, (settings) => runCommand(root, 'admin', args, { ...settings, ...storage }));
  });
}

/** Backs up the site of the environment, or the one under DATA_DIR, running or not. @returns the exit status */
export function runBackup({ args, root = ROOT }: SiteCommandOptions): Promise<number> {
  return withFaultMessages(async () => {
    const env = loadAdminEnv();
    const folder = resolve(root, env.DATA_DIR);
    const paths = absolutePaths(args);
    const storage = storageSettings(root, env, folder);
    if (env.DATABASE_URL !== undefined || isHelp(args) || args.includes('--verify')) {
      return runCommand(root, 'backup', paths, storage);
    }
    requireSite(folder, 'backup');
    return withDatabase(folder, (settings) => runCommand(root, 'backup', paths, { ...settings, ...storage }));
  });
}

/**
 * Restores a backup into the site of the environment, or into the one under DATA_DIR. The folder is locked meanwhile: a
 * running site would upload its demo content.
 *
 * @returns the exit status
 */
export function runRestore({ args, root = ROOT }: SiteCommandOptions): Promise<number> {
  return withFaultMessages(async () => {
    const env = loadAdminEnv();
    const folder = resolve(root, env.DATA_DIR);
    const paths = absolutePaths(args);
    const storage = storageSettings(root, env, folder);
    if (env.DATABASE_URL !== undefined || isHelp(args)) return runCommand(root, 'restore', paths, storage);
    const { release } = openDataFolder(root, env.DATA_DIR);
    try {
      return await withDatabase(folder, (settings) => runCommand(root, 'restore', paths, { ...settings, ...storage }));
    } finally {
      release();
    }
  });
}

const isHelp = (args: string[]) => args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h');

/** npm runs this in the root; paths are relative to the folder of the caller. */
const absolutePaths = (args: string[]) =>
  args.map((arg) => (arg.startsWith('-') ? arg : resolve(invocationFolder(), arg)));

/** @throws StartError where no site exists, since a command would create its database */
function requireSite(dataDir: string, command: string): void {
  // PostgreSQL may run in another folder, where it may not enter this one.
  if (['postgres', 'secrets.json'].some((name) => existsSync(join(dataDir, name)))) return;
  throw new StartError(
    `There is no site in ${dataDir}. To name another folder: DATA_DIR=... npm run ${command} -- ...`,
  );
}

async function withDatabase(folder: string, run: (settings: NodeJS.ProcessEnv) => Promise<number>): Promise<number> {
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
  try {
    return await run({ DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Runs a command of the API to its end. @returns its exit status */
async function runCommand(
  root: string,
  name: 'admin' | 'backup' | 'restore',
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, `api/dist/${name}.js`), ...args], {
    stdio: 'inherit',
    env: { ...inherited(DATA_SECRETS), ...settings },
  });
  // Ctrl-C reaches the command as well. This process waits for it, then releases the database.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}

async function withFaultMessages(action: () => Promise<number>): Promise<number> {
  try {
    return await action();
  } catch (error) {
    if (!isUserFault(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Whether the message alone tells the user what to do. */
export const isUserFault = (error: unknown): error is Error =>
  [StartError, LocalPostgresError, EnvError].some((type) => error instanceof type);
