import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '@portfolio/testing/statistics';
import { loadedFolders, readLockFile, usedFolders } from '../../../lock-file.mjs';

/** Package with all its copies. */
export interface PackageSize {
  name: string;
  copies: number;
  bytes: number;
  /** Whether the lock file lists it for development only. */
  isForDevelopment: boolean;
  /** Projects that use it at run time. */
  projects: string[];
}

export interface InstallSize {
  packages: number;
  bytes: number;
  /** Without packages for development. */
  bytesToRun: number;
  /** Packages that the bundles of the site load. */
  bytesOfSite: number;
  /** The largest first. */
  largest: PackageSize[];
}

/** One copy of a package. */
interface Installed {
  name: string;
  /** Path in the lock file. */
  path: string;
  /** Without packages inside it. */
  bytes: number;
}

/** Projects of the processes of `npm start`. */
const SITE = ['api', 'worker', 'public-web', 'admin-web', 'tools/site', 'tools/demo'];

/**
 * Sizes of the installed packages.
 *
 * @param count of the largest packages
 */
export function installSize(root: string, count = 10): InstallSize {
  const packages = readLockFile(root);
  const projects = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  const installed = ['', ...projects].flatMap((project) => installedIn(root, join(project, 'node_modules')));
  const used = new Map(projects.map((project) => [project, usedFolders(packages, [project])]));
  const loaded = loadedFolders(packages, SITE);
  const isOfSite = ({ path }: Installed) => loaded.has(path);
  const isToRun = ({ path }: Installed) => packages[path]?.dev !== true;
  const byName = new Map<string, Installed[]>();
  for (const one of installed) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const sizes = [...byName].map(([name, copies]) => ({
    name,
    copies: copies.length,
    bytes: totalBytes(copies),
    isForDevelopment: !copies.some(isToRun),
    projects: projects.filter((project) => copies.some(({ path }) => used.get(project)?.has(path))),
  }));
  return {
    packages: installed.length,
    bytes: totalBytes(installed),
    bytesToRun: totalBytes(installed.filter(isToRun)),
    bytesOfSite: totalBytes(installed.filter(isOfSite)),
    largest: sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, count),
  };
}

const totalBytes = (copies: Installed[]) => sum(copies.map(({ bytes }) => bytes));

/**
 * Lists the packages of a folder, nested ones included, without links and dot files.
 *
 * @param path of the folder from the root, such as `node_modules`
 */
function installedIn(root: string, path: string): Installed[] {
  return foldersIn(join(root, path))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? foldersIn(join(root, path, name)).map((own) => `${name}/${own}`) : [name],
    )
    .flatMap((name) => {
      const folder = `${path}/${name}`;
      const bytes = bytesOf(join(root, folder), ['node_modules']);
      return [{ name, path: folder, bytes }, ...installedIn(root, `${folder}/node_modules`)];
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
