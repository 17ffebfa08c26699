import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { searchPath } from '../env.ts';

/** Folders of servers on Debian, which the PATH of ordinary users lacks. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Path of an installed program, or undefined. */
export function findProgram(name: string): string | undefined {
  return [...searchPath().split(delimiter).filter(Boolean), ...SERVER_FOLDERS]
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
