// Plain JavaScript without packages, which reads PATH itself: tools/optional-programs.mjs imports it before packages are
// installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of servers on Debian, which the PATH of ordinary users lacks. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Path of an installed program, or undefined.
 *
 * @param {string} name
 */
export function findProgram(name) {
  const { PATH = '/usr/bin:/bin' } = process.env;
  return [...PATH.split(delimiter).filter(Boolean), ...SERVER_FOLDERS]
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
