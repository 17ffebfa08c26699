import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders with the modules of styles that these pages are made of. */
const SOURCES = ['../src/', '../../libs/ui/src/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const modules = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .sort()
    .map((path) => folder + path),
);

/** Classes, and animations, as a module names them. */
const NAMED = /(?:\.|@keyframes\s+)([a-z][\w-]*)/gi;

/**
 * What a class is called in the built pages: by the numbers of its module and of itself in it, such as `p1c-3`. Shorter names
 * than those that tell where they come from spare every visitor a kilobyte, and the builds for browsers and for the server
 * agree on them. Those of the back office, which stand in one document with them, begin otherwise.
 *
 * @param file path of the module
 * @param css what is in it
 */
export function classNameOf(name: string, file: string, css: string): string {
  const module = modules.indexOf(file);
  const place = [...new Set(Array.from(css.matchAll(NAMED), ([, found]) => found))].indexOf(name);
  if (module < 0 || place < 0) throw new Error(`There is no ${name} in ${file}`);
  return `p${module.toString(36)}-${place.toString(36)}`;
}
