import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One package in one place. */
export interface Installed {
  /** With its scope. */
  name: string;
  /** From the root, with slashes, as the lock file names it. */
  path: string;
  /** Of its own files, without packages inside it. */
  bytes: number;
}

/**
 * Walks a folder of packages, with those inside packages. Links are left out: our own projects, which lie elsewhere, and so are
 * files that begin with a point, npm's own and caches.
 *
 * @param root of the repository
 * @param path of the folder in it, such as `node_modules`
 */
export function installedIn(root: string, path: string): Installed[] {
  const isHidden = (name: string) => name.startsWith('.');
  return foldersIn(join(root, path))
    .filter((name) => !isHidden(name))
    .flatMap((name) =>
      name.startsWith('@') ? foldersIn(join(root, path, name)).map((own) => `${name}/${own}`) : [name],
    )
    .flatMap((name) => {
      const place = `${path}/${name}`;
      const inside = `${place}/node_modules`;
      return [{ name, path: place, bytes: bytesOf(join(root, place)) }, ...installedIn(root, inside)];
    });
}

function bytesOf(folder: string, isPackage = true): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) bytes += lstatSync(path).size;
    else if (!isPackage || entry.name !== 'node_modules') bytes += bytesOf(path, false);
  }
  return bytes;
}

/** Not those that are only links to folders; none where there is no such folder. */
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
