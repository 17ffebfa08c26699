import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names that no build reads, beside those with a dot. */
const NOT_READ = new Set(['node_modules', 'test-results', 'coverage', 'openapi.generated.json']);
/** Files beside the projects that builds read. */
const ROOT_FILES = ['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json', '.swcrc'];

/**
 * Fingerprints of the inputs and outputs of a build: names, sizes and ctimes. The system sets the ctime at each write,
 * rename and restore, so equal fingerprints mean unchanged files.
 *
 * @param {string} root folder of the repository
 * @returns {{ sources: string, outputs: string }}
 */
export function buildFingerprint(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = new Set(workspaces.map((workspace) => workspace.replace(/\/\*$/, '')));
  const sources = createHash('sha256').update(process.version);
  const outputs = createHash('sha256');
  for (const file of ROOT_FILES) addFile(join(root, file), sources);
  for (const folder of folders) walk(join(root, folder), sources, outputs);
  return { sources: sources.digest('hex'), outputs: outputs.digest('hex') };
}

function walk(folder, sources, outputs) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || NOT_READ.has(entry.name)) continue;
    if (!entry.isDirectory()) addFile(path, sources);
    else if (entry.name === 'dist') walk(path, outputs, outputs);
    else walk(path, sources, outputs);
  }
}

function addFile(path, hash) {
  const { size, ctimeNs } = statSync(path, { bigint: true });
  hash.update(`${path}\0${size}\0${ctimeNs}\n`);
}
