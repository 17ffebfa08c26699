// Copies the build of one service, the workspace libraries that it uses, and their packages.
// `node deploy/part.mjs api /out/api`, in an installed and built clone. `npm --omit=dev` would copy the packages of all
// services.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const [part, out] = process.argv.slice(2);
if (!part || !out || !existsSync(join(ROOT, part, 'dist'))) {
  console.error('node deploy/part.mjs PART FOLDER, where PART has been built: api, worker, public-web or admin-web');
  process.exit(1);
}

const seen = new Set();
take(join(ROOT, part));
console.log(`${part}: ${seen.size} packages`);

/** @param {string} folder path of a package */
function take(folder) {
  if (seen.has(folder)) return;
  seen.add(folder);
  const path = relative(ROOT, folder);
  const isOurs = !path.includes('node_modules');
  // Libraries without a build are bundled into their users.
  if (isOurs && !existsSync(join(folder, 'dist'))) return;
  if (isOurs) for (const name of ['package.json', 'dist']) copy(join(path, name));
  else copy(path);

  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isNeeded = (name) => name in dependencies && !(name in optionalDependencies);
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  for (const name of new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])) {
    const found = find(name, folder);
    if (found) take(found);
    else if (isNeeded(name)) throw new Error(`${path} needs ${name}, which is not installed`);
  }
}

/** Where Node would find it, and the link to it where it is one of ours. */
function find(name, from) {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (!existsSync(join(place, 'package.json'))) continue;
    const real = realpathSync(place);
    if (real !== place) link(relative(ROOT, place), relative(ROOT, real));
    return real;
  }
  return undefined;
}

/** Without what it has in a node_modules of its own: that is looked at by itself. */
function copy(path) {
  const [from, to] = [join(ROOT, path), join(out, path)];
  if (!statSync(from).isDirectory()) return copyFile(from, to);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== 'node_modules') copy(join(path, name));
}

/** Nobody writes to either: on one file system they may be one file. */
function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(from, to);
  }
}

function link(path, target) {
  const place = join(out, path);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(relative(dirname(place), join(out, target)), place);
}
