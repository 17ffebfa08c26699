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
