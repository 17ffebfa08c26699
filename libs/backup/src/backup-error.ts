import { messageOf } from '@portfolio/lifecycle';

/** Failure of a backup or a restore, shown to the user, without a stack trace. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Originals are missing or damaged. */
export class IncompleteOriginalsError extends BackupError {
  override name = 'IncompleteOriginalsError';
}

/** Transient failure: a retry may succeed. */
export class TransientBackupError extends BackupError {
  override name = 'TransientBackupError';
}

export type OnProgress = (done: number, total: number) => void;

/** Describes the error of a file: "is missing", or "cannot be read" with the cause. */
export function describeFileError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  return isMissing ? 'is missing' : `cannot be read: ${messageOf(error)}`;
}

const MAX_NAMES = 10;

/** One entry per line, at most ten, then the number of the rest. */
export function listNames(names: string[]): string {
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((name) => `  ${name}`)
    .join('\n');
}
