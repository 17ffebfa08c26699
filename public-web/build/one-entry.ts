import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const HELPERS = 'rolldown-runtime';
const ENTRY = 'src/entry-client.tsx';
/** What the helpers are called on the way from the entry to the other files. */
const NAME = '__helpers';

interface Manifest {
  [source: string]: { file: string; imports?: string[] };
}

/**
 * Moves the bundler's few helpers into the entry, once the files are written. As soon as a second file needs them, the bundler
 * puts them into one of their own, of 0.3 kB, which would be another request for every first visit; its groups leave them out.
 */
export function oneEntry(): Plugin {
  let folder = '';
  return {
    name: 'one-entry',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    writeBundle: { order: 'post', sequential: true, handler: () => moveHelpers(folder) },
  };
}

function moveHelpers(folder: string) {
  const path = join(folder, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const source = Object.keys(manifest).find((name) => name.startsWith(`_${HELPERS}`));
  const entry = manifest[ENTRY];
  if (!source || !entry) return;

  const { file } = manifest[source]!;
  const code = readFileSync(join(folder, file), 'utf8');
  rmSync(join(folder, file));
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
    const isEntry = `assets/${name}` === entry.file;
    rewrite(join(assets, name), isEntry ? inEntry(code) : fromEntry(entry.file), (code) =>
      // The list of what is fetched together with a page.
      code.replaceAll(`"${file}"`, `"${entry.file}"`),
    );
  }

  const { [source]: _, ...rest } = manifest;
  for (const built of Object.values(rest)) {
    if (!built.imports?.includes(source)) continue;
    const others = built.imports.filter((name) => name !== source && name !== ENTRY);
    built.imports = built === entry ? others : [ENTRY, ...others];
  }
  writeFileSync(path, JSON.stringify(rest, null, 2));
}

/** Puts something else in the place of the import of the helpers, of which it is given what they are called in the file. */
function rewrite(path: string, otherwise: (names: string) => string, lists: (code: string) => string) {
  const code = lists(readFileSync(path, 'utf8'));
  const pattern = new RegExp(`import\\{([^}]*)\\}from"\\./${HELPERS}[^"]*";`);
  const changed = code.replace(pattern, (_, names: string) => otherwise(names.replaceAll(' as ', ':')));
  if (changed.includes(HELPERS)) throw new Error(`${path} imports the helpers in a way that is not known here`);
  writeFileSync(path, changed);
}

/** The helpers themselves, given to the file and to the others. */
function inEntry(code: string) {
  const [, body, exported] = /^([^]*?)export\{([^}]*)\};?\s*$/.exec(code) ?? [];
  if (!body || !exported) throw new Error('The helpers are not written as they used to be');
  const given = exported.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  return (names: string) => `const ${NAME}=(()=>{${body}return{${given}}})();const{${names}}=${NAME};export{${NAME}};`;
}

const fromEntry = (entry: string) => (names: string) =>
  `import{${NAME}}from"./${entry.replace('assets/', '')}";const{${names}}=${NAME};`;
