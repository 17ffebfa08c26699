// Collects one service: its build, and the packages that the build loads. Of the bundled packages, it collects the
// licences, and the package.json for scanners.
// `node deploy/collect-service.mjs api /out/api`. Run it after `npm ci` and the build.
//
// npm's `--omit=dev` would include the packages of all other services.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadedFolders, readLockFile, usedFolders } from '../tools/lock-file.mjs';
import { ROOT } from '../tools/projects.mjs';

const [service, out] = process.argv.slice(2);
if (!service || !out || !existsSync(join(ROOT, service, 'dist'))) {
  console.error(
    'Usage: node deploy/collect-service.mjs SERVICE FOLDER. SERVICE is api, worker, public-web or admin-web and must have been built.',
  );
  process.exit(1);
}

/** Licences require their text. */
const LICENCE = /^(?:licen[cs]e|notice|copying)/i;
/** Files of packages that no process reads. */
const UNREAD_FILE = /\.(?:map|flow|tsbuildinfo|[cm]?tsx?|md|markdown)$/i;
/** Folders at the top of a package. Nested packages have folders of their own. */
const UNREAD_FOLDER = /^(?:node_modules|\.github|docs|__tests__|tests?|examples?|benchmarks?)$/;

const packages = readLockFile();
const used = [...usedFolders(packages, [service])].filter((folder) => folder.includes('node_modules/'));
const loaded = loadedFolders(packages, [service]);
const isInstalled = (folder) => existsSync(join(ROOT, folder, 'package.json'));
const missing = used.filter((folder) => !isInstalled(folder) && !packages[folder].optional);
if (missing.length > 0) throw new Error(`${missing.join(', ')}: not installed`);

for (const part of ['package.json', 'dist']) copy(join(service, part));
const installed = used.filter(isInstalled);
for (const folder of installed) {
  for (const part of readdirSync(join(ROOT, folder))) {
    const isIncluded = loaded.has(folder) ? !UNREAD_FOLDER.test(part) : LICENCE.test(part) || part === 'package.json';
    if (isIncluded) copy(join(folder, part), (path) => LICENCE.test(basename(path)) || !UNREAD_FILE.test(path));
  }
}
console.log(
  `${service}: ${installed.filter((folder) => loaded.has(folder)).length} packages, and ${installed.length} licences`,
);

function copy(path, filter = () => true) {
  cpSync(join(ROOT, path), join(out, path), { recursive: true, filter });
}
