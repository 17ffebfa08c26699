/** Deployed packages, by the lock file. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Deployed workspaces. */
export const DEPLOYED = ['api', 'worker', 'public-web', 'admin-web'];

export const readLockFile = () =>
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).packages;

/**
 * All packages of deployed services, binaries for all systems included.
 *
 * @param {Record<string, object>} packages of a lock file, by their folders
 * @param {string[]} roots folders of workspaces
 * @returns {{ folder: string, name: string, version: string, license: string | undefined }[]} without our own
 */
export function productionPackages(packages, roots = DEPLOYED) {
  const seen = new Set();
  const open = [...roots];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // Optional peer dependencies are not installed for this package.
      if (peerDependenciesMeta[name]?.optional) continue;
      const found = find(packages, folder, name);
      if (found !== undefined) open.push(found);
    }
  }
  return [...seen]
    .filter((folder) => folder.includes('node_modules/'))
    .map((folder) => ({
      folder,
      name: packages[folder].name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[folder].version,
      license: packages[folder].license,
    }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Folder of a package for an import; for a workspace the target of its link. */
function find(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = posix.basename(folder) === 'node_modules' ? undefined : packages[place];
    if (entry) return entry.link ? entry.resolved : place;
    if (folder === '.') return undefined;
  }
}
