/** What package-lock.json says of one place. */
export interface Locked {
  /** Where a link leads: to a project of ours. */
  link?: boolean;
  resolved?: string;
  /** Needed by development alone. */
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lock {
  packages: Record<string, Locked>;
}

/** The folders of our projects. */
export const projectsIn = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));

/**
 * All places that a project runs with: what it depends on, and what that depends on, without what is for development.
 *
 * @param project its folder
 */
export function neededBy({ packages }: Lock, project: string): Set<string> {
  const needed = new Set<string>();
  const waiting = [project];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // Somebody else has to want it, too.
      if (peerDependenciesMeta?.[name]?.optional) continue;
      const place = placeOf(name, path, packages);
      if (place === undefined || needed.has(place)) continue;
      needed.add(place);
      waiting.push(place);
    }
  }
  return needed;
}

/** Where Node finds a package from a folder: in the nearest node_modules above it that has it. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[place];
    if (found) return found.link ? found.resolved : place;
    if (folder === '') return undefined;
  }
}
