import { resolve, sep } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { BackupError } from '@portfolio/backup';
import { EnvError } from '@portfolio/config';
import { explainFolderFault, messageOf } from '@portfolio/lifecycle';
import { StorageError, StorageUnavailableError } from '@portfolio/storage';

/** Error that the terminal shows as one sentence, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** @param status exit status: 2 for invalid arguments */
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Errors whose message suffices, without a stack. */
const PLAIN_ERRORS = [CommandError, BackupError, EnvError, StorageError, StorageUnavailableError];

/**
 * Runs the process's command, prints its error and sets the exit status.
 *
 * @param onError called before the error is printed
 */
export async function runMain(main: (args: string[]) => Promise<void>, onError?: () => void): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    onError?.();
    const isPlain = PLAIN_ERRORS.some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = error instanceof CommandError ? error.status : 1;
  }
}

/**
 * Runs an action that writes to a folder, and explains its file system errors.
 *
 * @param folder undefined for a bucket, whose errors are thrown as they are
 * @throws CommandError for a full disk, or a folder that cannot be written
 */
export async function withFolderErrors<T>(folder: string | undefined, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    // Errors of writes to an open file have no path.
    const { path } = cause as NodeJS.ErrnoException;
    if (folder === undefined || (path !== undefined && !belongsTo(resolve(folder), path))) throw cause;
    const message = explainFolderFault(cause, folder);
    throw message === undefined ? cause : new CommandError(message, 1, { cause });
  }
}

/** Whether a path is the folder, in it, or in the `.partial-` folder next to it. */
const belongsTo = (folder: string, path: string) =>
  path === folder || [sep, '.partial-'].some((end) => path.startsWith(folder + end));

/** Node's parseArgs, with `--help` and positionals. @throws CommandError with status 2 */
export function parseCommandLine<O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ args, allowPositionals: true, options: { ...options, help } });
  } catch (error) {
    throw new CommandError(messageOf(error), 2);
  }
}

export const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const formatSize = (bytes: number) =>
  bytes < 10_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 1_000_000)} MB`;

/** @param start earlier value of `performance.now()` */
export const formatSecondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
