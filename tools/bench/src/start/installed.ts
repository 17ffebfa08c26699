import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One copy of a package. */
export interface Installed {
  name: string;
  /** Path in the lock file. */
  path: string;
  /** Without packages inside it. */
  bytes: number;
}

/**
 * Lists the packages of a folder, nested ones included, without links and dot files.
 *
 * @param path of the folder from the root, such as `node_modules`
 */
export function installedIn(root: string, path: string): Installed[] {
  const isHidden = (name: string) => name.startsWith('.');
  return foldersIn(join(root, path))
    .filter((name) => !isHidden(name))
    .flatMap((name) =>
      name.startsWith('@') ? foldersIn(join(root, path, name)).map((own) => `${name}/${own}`) : [name],
    )
    .flatMap((name) => {
      const folder = `${path}/${name}`;
      return [
        { name, path: folder, bytes: bytesOf(join(root, folder)) },
        ...installedIn(root, `${folder}/node_modules`),
      ];
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
