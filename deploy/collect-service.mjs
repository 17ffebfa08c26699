// Collects one service with its dependencies: its build, the libraries that it uses, and their packages.
// `node deploy/collect-service.mjs api /out/api`, in a clone that is installed and built.
//
// npm's `--omit=dev` would include the packages of all other services.
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
const [service, out] = process.argv.slice(2);
if (!service || !out || !existsSync(join(ROOT, service, 'dist'))) {
  console.error(
    'node deploy/collect-service.mjs SERVICE FOLDER, where SERVICE has been built: api, worker, public-web or admin-web',
  );
  process.exit(1);
}

const seen = new Set();
collect(join(ROOT, service));
console.log(`${service}: ${seen.size} packages`);

/** @param {string} folder of a package */
function collect(folder) {
  if (seen.has(folder)) return;
  seen.add(folder);
  const path = relative(ROOT, folder);
  const isOurs = !path.includes('node_modules');
  // A library without a build is bundled into its users.
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
    if (found) collect(found);
    else if (isNeeded(name)) throw new Error(`${path} needs ${name}, which is not installed`);
  }
}

/** Folder of a package for an import; links to libraries are recreated. */
function find(name, from) {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (!existsSync(join(path, 'package.json'))) continue;
    const real = realpathSync(path);
    if (real !== path) link(relative(ROOT, path), relative(ROOT, real));
    return real;
  }
  return undefined;
}

/** Copies a folder without its node_modules, which `collect` handles. */
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

function link(path, target) {
  const from = join(out, path);
  if (existsSync(from)) return;
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), join(out, target)), from);
}
