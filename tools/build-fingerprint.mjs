import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names in a project that are no sources of a build; those that begin with a dot are left out too. */
const NOT_READ = new Set(['node_modules', 'test-results', 'coverage', 'openapi.generated.json']);
/** Beside the projects, what decides how they are built. */
const ROOT_FILES = ['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json', '.swcrc'];

/**
 * What the files that a build reads, and those that it has written, look like from outside: their names, sizes and
 * times of change. The time of change (ctime) is set by the system at every write, rename and restore, and by nothing
 * else, so equal fingerprints mean untouched files.
 *
 * @param {string} root of the repository
 * @returns {{ sources: string, outputs: string }}
 */
export function buildFingerprint(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = new Set(workspaces.map((workspace) => workspace.replace(/\/\*$/, '')));
  const sources = createHash('sha256').update(process.version);
  const outputs = createHash('sha256');
  for (const file of ROOT_FILES) look(join(root, file), sources);
  for (const folder of folders) walk(join(root, folder), sources, outputs);
  return { sources: sources.digest('hex'), outputs: outputs.digest('hex') };
}

function walk(folder, sources, outputs) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || NOT_READ.has(entry.name)) continue;
    if (!entry.isDirectory()) look(path, sources);
    else if (entry.name === 'dist') walk(path, outputs, outputs);
    else walk(path, sources, outputs);
  }
}

function look(path, hash) {
  const { size, ctimeNs } = statSync(path, { bigint: true });
  hash.update(`${path}\0${size}\0${ctimeNs}\n`);
}
