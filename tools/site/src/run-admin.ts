import { join, resolve } from 'node:path';
import { EnvError } from '@portfolio/config';
import { LocalPostgresError, startLocalPostgres } from '@portfolio/local-postgres';
import { makeDataFolder } from './data-folder.ts';
import { loadAdminEnv } from './env.ts';
import { placeOf, requireSite, runCommand } from './site-command.ts';
import { StartError } from './start-error.ts';

export interface RunAdminOptions {
  /** What follows the command's name. */
  args: string[];
  /** Of the repository. */
  root?: string;
}

/**
 * Runs the api's command for accounts on the database of the site: the one it is told, or its own, which is joined
 * where the site runs and started for the moment where it does not. Commands about files alone need no database.
 *
 * @returns the status to end with
 */
export async function runAdmin({
  args,
  root = join(import.meta.dirname, '../../..'),
}: RunAdminOptions): Promise<number> {
  try {
    const env = loadAdminEnv();
    const { DATABASE_URL, STORAGE_DIR } = env;
    const folder = resolve(root, env.DATA_DIR);
    if (args[0] === 'move-files') {
      return await runCommand(root, 'admin', args, { STORAGE_DIR: STORAGE_DIR ?? join(folder, 'storage') });
    }
    if (args[0] === 'trash' || args[0] === 'untrash') {
      if ((DATABASE_URL ?? STORAGE_DIR ?? env.S3_BUCKET) === undefined) requireSite(folder, 'admin');
      return await runCommand(root, 'admin', args, placeOf(root, env, folder));
    }
    // Of the other commands, rendering alone needs to know where files are.
    const place = args[0] === 'rerender' ? placeOf(root, env, folder) : {};
    const needsNoDatabase = args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h');
    if (DATABASE_URL !== undefined || needsNoDatabase) return await runCommand(root, 'admin', args, place);

    if (args[0] !== 'create') requireSite(folder, 'admin');
    makeDataFolder(root, env.DATA_DIR);
    const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
    try {
      return await runCommand(root, 'admin', args, { DATABASE_URL: postgres.url, ...place });
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    if (!(error instanceof EnvError || error instanceof LocalPostgresError || error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}
