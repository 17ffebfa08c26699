/** Entry of package-lock.json. */
interface LockEntry {
  /** A link to a project. */
  link?: boolean;
  resolved?: string;
  /** For development only. */
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** Folders of the projects. */
export const projectsIn = ({ packages }: LockFile): string[] =>
  Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));

/** Paths of all packages that a project uses at run time. */
export function packagesOf({ packages }: LockFile, project: string): Set<string> {
  const found = new Set<string>();
  const queue = [project];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      if (peerDependenciesMeta?.[name]?.optional) continue;
      const path = resolvePackage(name, folder, packages);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      queue.push(path);
    }
  }
  return found;
}

/** Path of a package for an import in a folder: in the nearest node_modules above. */
function resolvePackage(name: string, from: string, packages: LockFile['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved : path;
    if (folder === '') return undefined;
  }
}
