import { messageOf } from '@portfolio/lifecycle';

/** Failure of a backup or a restore. Its message is for people, without a stack. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Originals are missing or damaged. */
export class LossError extends BackupError {
  override name = 'LossError';
}

/** A failure that a retry may not repeat. */
export class TemporaryError extends BackupError {
  override name = 'TemporaryError';
}

export type OnProgress = (done: number, total: number) => void;

/** Names the fault of a file: "is missing", or "cannot be read" with the cause. */
export function faultOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === undefined || code === 'ENOENT' || code === 'ENOTDIR';
  return isMissing ? 'is missing' : `cannot be read: ${messageOf(error)}`;
}

const MAX_NAMES = 10;

/** One name a line, and the number of the others. */
export function listNames(names: string[]): string {
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((name) => `  ${name}`)
    .join('\n');
}
