import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '@portfolio/testing/statistics';
import { loadedFolders, readLockFile } from '../../../lock-file.mjs';

export interface InstallSize {
  packages: number;
  bytes: number;
  /** Packages that the bundles of the site load. */
  bytesOfSite: number;
}

interface InstalledPackage {
  /** Path in the lock file. */
  path: string;
  /** Without packages inside it. */
  bytes: number;
}

/** Projects of the processes of `npm start`. */
const SITE = ['api', 'worker', 'public-web', 'admin-web', 'tools/site', 'tools/demo'];

/** Sizes of the installed packages. */
export function installSize(root: string): InstallSize {
  const packages = readLockFile(root);
  const projects = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  const installed = ['', ...projects].flatMap((project) => installedIn(root, join(project, 'node_modules')));
  const loaded = loadedFolders(packages, SITE);
  return {
    packages: installed.length,
    bytes: totalBytes(installed),
    bytesOfSite: totalBytes(installed.filter(({ path }) => loaded.has(path))),
  };
}

const totalBytes = (packages: InstalledPackage[]) => sum(packages.map(({ bytes }) => bytes));

/**
 * Lists the packages of a folder, nested ones included, without links and dot files.
 *
 * @param path of the folder from the root, such as `node_modules`
 */
function installedIn(root: string, path: string): InstalledPackage[] {
  return foldersIn(join(root, path))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? foldersIn(join(root, path, name)).map((own) => `${name}/${own}`) : [name],
    )
    .flatMap((name) => {
      const folder = `${path}/${name}`;
      const bytes = bytesOf(join(root, folder), ['node_modules']);
      return [{ path: folder, bytes }, ...installedIn(root, `${folder}/node_modules`)];
    });
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

/** Folders without links; none if the path does not exist. */
function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
