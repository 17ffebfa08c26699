import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '@portfolio/testing/statistics';
import { loadedFolders, readLockFile } from '../../../lock-file.mjs';

/** Projects of the processes of `npm start`. */
const SITE = ['api', 'worker', 'public-web', 'admin-web', 'tools/site', 'tools/demo'];

/** Sizes of the installed packages of the lock file. */
export function installSize(root: string) {
  const packages = readLockFile(root);
  const installed = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link && existsSync(join(root, path)))
    .map(([path]) => ({ path, bytes: bytesOf(join(root, path), ['node_modules']) }));
  const loaded = loadedFolders(packages, SITE);
  const totalBytes = (some: typeof installed) => sum(some.map(({ bytes }) => bytes));
  return {
    packages: installed.length,
    bytes: totalBytes(installed),
    /** Packages that the bundles of the site load. */
    bytesOfSite: totalBytes(installed.filter(({ path }) => loaded.has(path))),
  };
}

function bytesOf(folder: string, excluded: string[] = []): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !excluded.includes(name));
  return sum(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(path) : lstatSync(path).size;
    }),
  );
}
