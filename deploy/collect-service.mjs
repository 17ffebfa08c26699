// Collects one service with its dependencies: its build, the libraries that it uses, and their packages.
// `node deploy/collect-service.mjs api /out/api`. Run it after `npm ci` and the build.
//
// npm's `--omit=dev` would include the packages of all other services.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readLockFile, usedFolders } from '../tools/lock-file.mjs';
import { ROOT } from '../tools/projects.mjs';

const [service, out] = process.argv.slice(2);
if (!service || !out || !existsSync(join(ROOT, service, 'dist'))) {
  console.error(
    'Usage: node deploy/collect-service.mjs SERVICE FOLDER. SERVICE is api, worker, public-web or admin-web and must have been built.',
  );
  process.exit(1);
}

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
  if (isWorkspacePackage(folder)) for (const name of ['package.json', 'dist']) copy(join(folder, name));
  else copy(folder);
}
for (const [path, { link, resolved }] of Object.entries(packages)) {
  if (link && resolved !== service && folders.has(resolved)) symlink(path, resolved);
}
console.log(`${service}: ${collected.length} packages`);

/** Copies a folder without its node_modules, whose packages are folders of their own. */
function copy(path) {
  const [from, to] = [join(ROOT, path), join(out, path)];
  if (!statSync(from).isDirectory()) return copyFile(from, to);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== 'node_modules') copy(join(path, name));
}

/** Hard links where possible: nothing writes to the files. */
function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(from, to);
  }
}

function symlink(path, target) {
  const from = join(out, path);
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), join(out, target)), from);
}
