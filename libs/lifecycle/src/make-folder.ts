import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` never ends where the system answers that
 * there is no such place, as below /proc.
 *
 * @param mode of what is made, less the umask
 * @throws the system's error: EEXIST where something else is in its place, ENOENT, ENOTDIR or EACCES where none can be made
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
 * The sentence for any fault of the file system that a person can mend, or undefined.
 *
 * @param how the folder is chosen, such as `DATA_DIR=...`
 */
export function explainFolderFault(error: unknown, folder: string, how?: string): string | undefined {
  const another = how === undefined ? '' : ` (${how})`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${folder} is full: make room there, then start again.`;
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
