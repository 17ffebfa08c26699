import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's `recursive` option never returns where the system reports ENOENT for a
 * parent that exists, as below /proc.
 *
 * @param mode of created folders, before the umask
 * @throws the system's error: EEXIST for a file with its name, ENOENT, ENOTDIR or EACCES
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Error message for a file system error that an operator can fix.
 *
 * @param setting that chooses the folder, such as `DATA_DIR=...`
 * @returns undefined for other errors
 */
export function explainFolderFault(error: unknown, folder: string, setting?: string): string | undefined {
  const another = setting === undefined ? '' : ` (${setting})`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${folder} is full: make room there, then try again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} cannot be written: choose another folder${another}, or start as a user who may.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is not a folder: choose another${another}.`;
    case 'ENOENT':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return `${folder} cannot be made: choose another folder${another}.`;
    default:
      return undefined;
  }
}
