import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvError, loadEnv } from '@portfolio/config';
import { StartError } from '@portfolio/lifecycle/supervisor';
import { movedDataDir, startLocalPostgres } from '@portfolio/local-postgres';
import { explainFault, makeDataFolder, openDataFolder, storageSettings } from './data-folder.ts';
import { AdminEnv, DATA_SECRETS, inherited, invocationFolder, isFolderNamed } from './env.ts';

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

interface CommandContext {
  /** Arguments after the name of the command. */
  args: string[];
  root: string;
  env: AdminEnv;
  /** DATA_DIR as an absolute path. */
  folder: string;
  storage: NodeJS.ProcessEnv;
  /** Runs the command of the API. */
  run(settings: NodeJS.ProcessEnv): Promise<number>;
  /** Runs it with the embedded database, which is joined, or started meanwhile. */
  runOnDatabase(settings: NodeJS.ProcessEnv): Promise<number>;
}

/** Makes a command for the site of the environment, or for that under DATA_DIR. It returns the exit status. */
function siteCommand(name: 'admin' | 'backup' | 'restore', action: (context: CommandContext) => Promise<number>) {
  return async ({ args, root = ROOT }: { args: string[]; root?: string }): Promise<number> => {
    const paths = name === 'admin' ? args : absolutePaths(args);
    const run = (settings: NodeJS.ProcessEnv) => runCommand(join(root, `api/dist/${name}.js`), paths, settings);
    if (isHelp(args)) return run({});
    try {
      const env = loadEnv(AdminEnv);
      const folder = resolve(root, env.DATA_DIR);
      const runOnDatabase = async (settings: NodeJS.ProcessEnv) => {
        const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
        try {
          return await run({ DATABASE_URL: postgres.url, ...settings });
        } finally {
          await postgres.stop();
        }
      };
      const storage = storageSettings(root, env, folder);
      return await action({ args, root, env, folder, storage, run, runOnDatabase });
    } catch (error) {
      if (!isUserFault(error)) throw error;
      console.error(error.message);
      return 1;
    }
  };
}

export const runAdmin = siteCommand('admin', ({ args, root, env, folder, storage, run, runOnDatabase }) => {
  const { DATABASE_URL, STORAGE_DIR } = env;
  const [command] = args;
  if (command === 'move-files') return run({ STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') });
  if (command === 'trash' || command === 'untrash') {
    if ((DATABASE_URL ?? STORAGE_DIR ?? env.S3_BUCKET) === undefined) requireSite(folder, 'admin');
    return run(storage);
  }
  const settings = command === 'rerender' ? storage : {};
  if (DATABASE_URL !== undefined) return run(settings);

  if (command !== 'create' || !isFolderNamed()) requireSite(folder, 'admin');
  makeDataFolder(root, env.DATA_DIR);
  return runOnDatabase(settings);
});

/** Backs up a site, running or not. */
export const runBackup = siteCommand('backup', ({ args, env, folder, storage, run, runOnDatabase }) => {
  if (env.DATABASE_URL !== undefined || args.includes('--verify')) return run(storage);
  requireSite(folder, 'backup');
  return runOnDatabase(storage);
});

/** Restores a backup. The folder is locked meanwhile: a running site would upload its demo content. */
export const runRestore = siteCommand('restore', async ({ root, env, storage, run, runOnDatabase }) => {
  if (env.DATABASE_URL !== undefined) return run(storage);
  const { release } = openDataFolder(root, env.DATA_DIR, 'npm run restore -- ...');
  try {
    return await runOnDatabase(storage);
  } finally {
    release();
  }
});

const isHelp = (args: string[]) => args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h');

/** npm runs this in the root; paths are relative to the folder of the caller. */
const absolutePaths = (args: string[]) =>
  args.map((arg) => (arg.startsWith('-') ? arg : resolve(invocationFolder(), arg)));

/** @throws StartError where no site exists, since a command would create its database */
function requireSite(dataDir: string, command: string): void {
  const postgres = join(dataDir, 'postgres');
  try {
    const paths = [postgres, movedDataDir(postgres), join(dataDir, 'secrets.json')];
    if (paths.some((path) => statSync(path, { throwIfNoEntry: false }))) return;
  } catch (error) {
    throw explainFault(error, dataDir);
  }
  throw new StartError(
    `There is no site in ${dataDir}. To name another folder: DATA_DIR=... npm run ${command} -- ...`,
  );
}

/** Runs a command of the API to its end. @returns its exit status */
async function runCommand(script: string, args: string[], settings: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    stdio: 'inherit',
    env: { ...inherited(DATA_SECRETS), ...settings },
  });
  // Ctrl-C reaches the command as well. This process waits for it, then releases the database.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}

/** Whether the message suffices for the user, without a stack. */
export const isUserFault = (error: unknown): error is Error => error instanceof StartError || error instanceof EnvError;
