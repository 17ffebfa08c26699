import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { searchPath } from '../env.ts';

/** Debian keeps servers where only root's PATH leads. */
const ALSO_IN = ['/usr/sbin', '/usr/local/sbin'];

/** Where a program is, searched as a shell would, or undefined. */
export function findProgram(name: string): string | undefined {
  return [...searchPath().split(delimiter).filter(Boolean), ...ALSO_IN]
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

/** @throws with one sentence for the person at the terminal */
export function needProgram(name: string, debianPackage: string): string {
  const found = findProgram(name);
  if (found) return found;
  throw new Error(`The cluster needs ${name}, which npm cannot bring: RUNLEVEL=1 apt-get install ${debianPackage}`);
}
