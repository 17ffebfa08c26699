// Collects one service with its dependencies: its build, the libraries that it uses, and their packages.
// `node deploy/collect-service.mjs api /out/api`. Run it after `npm ci` and the build.
//
// npm's `--omit=dev` would include the packages of all other services.
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readLockFile, usedFolders } from '../tools/lock-file.mjs';
import { ROOT } from '../tools/projects.mjs';

const [service, out] = process.argv.slice(2);
if (!service || !out || !existsSync(join(ROOT, service, 'dist'))) {
  console.error(
    'Usage: node deploy/collect-service.mjs SERVICE FOLDER. SERVICE is api, worker, public-web or admin-web and must have been built.',
  );
  process.exit(1);
}

/** Files of packages that no process reads. Licences require their text. */
const UNREAD_FILE = /^(?!licen[cs]e|notice|copying).*\.(?:map|flow|tsbuildinfo|[cm]?tsx?|md|markdown)$/i;
/** Folders at the top of a package. Nested packages have folders of their own. */
const UNREAD_FOLDER = /^(?:node_modules|\.github|docs|__tests__|tests?|examples?|benchmarks?)$/;

const packages = readLockFile();
const isWorkspacePackage = (folder) => !folder.includes('node_modules/');
// A library without a build is bundled into its users.
const isBundled = (folder) => isWorkspacePackage(folder) && !existsSync(join(ROOT, folder, 'dist'));
const folders = usedFolders(packages, [service], (folder) => !isBundled(folder));
const isInstalled = (folder) => existsSync(join(ROOT, folder, 'package.json'));
const missing = [...folders].filter((folder) => !isInstalled(folder) && !packages[folder].optional);
if (missing.length > 0) throw new Error(`${missing.join(', ')}: not installed`);

const collected = [...folders].filter((folder) => isInstalled(folder) && !isBundled(folder));
for (const folder of collected) {
  const isOwn = isWorkspacePackage(folder);
  const parts = isOwn
    ? ['package.json', 'dist']
    : readdirSync(join(ROOT, folder)).filter((name) => !UNREAD_FOLDER.test(name));
  for (const part of parts) {
    cpSync(join(ROOT, folder, part), join(out, folder, part), {
      recursive: true,
      filter: (path) => isOwn || !UNREAD_FILE.test(basename(path)),
    });
  }
}
for (const [path, { link, resolved }] of Object.entries(packages)) {
  if (link && resolved !== service && folders.has(resolved)) symlink(path, resolved);
}
console.log(`${service}: ${collected.length} packages`);

function symlink(path, target) {
  const from = join(out, path);
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), join(out, target)), from);
}
