import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders with the CSS modules of the pages. */
const SOURCES = ['../src/', '../../libs/ui/src/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const modules = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .sort()
    .map((path) => folder + path),
);

/** Class and animation names in a module. */
const NAMES = /(?:\.|@keyframes\s+)([a-z][\w-]*)/gi;

/**
 * Short name of a class or an animation in the built pages, such as `pc-3`: the indexes of the module and of the class, in
 * base 36. Browser and server builds agree on it, and it saves visitors a kilobyte. The back office's classes have another
 * prefix.
 *
 * @param css source of the module
 */
export function classNameOf(name: string, file: string, css: string): string {
  const module = modules.indexOf(file);
  const index = [...new Set(Array.from(css.matchAll(NAMES), ([, found]) => found))].indexOf(name);
  if (module < 0 || index < 0) throw new Error(`There is no ${name} in ${file}`);
  return `p${module.toString(36)}-${index.toString(36)}`;
}
