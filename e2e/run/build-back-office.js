// Builds the back office into a folder, with a sentence on every page by which it is told from other builds.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [outDir, sentence] = process.argv.slice(2);
const ROOT = new URL('../../', import.meta.url);
const project = new URL('admin-web/', ROOT);
const vite = createRequire(new URL('package.json', project)).resolve('vite');
const { build } = await import(pathToFileURL(vite).href);

/** Where every page passes. */
const EVERYWHERE = '<AdminRoutes />';

const marked = {
  name: 'marked',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/admin-web/src/admin-app.tsx')) return null;
    if (!code.includes(EVERYWHERE)) throw new Error(`${id} has no ${EVERYWHERE}`);
    return code.replace(EVERYWHERE, `${EVERYWHERE}<p>${sentence}</p>`);
  },
};

const root = fileURLToPath(project);
// Its configuration is read from where the project is.
process.chdir(root);
await build({ root, plugins: [marked], build: { outDir, emptyOutDir: true }, logLevel: 'warn' });
execFileSync(process.execPath, [fileURLToPath(new URL('tools/precompress.mjs', ROOT)), outDir]);
