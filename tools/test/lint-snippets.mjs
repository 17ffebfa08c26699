import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../projects.mjs';

/** They need a whole project. */
const TYPES = '"typeAware": true, "typeCheck": true, ';

/**
 * Lints snippets of code as the contents of files, by their paths from the root of the repository.
 *
 * @param {[path: string, code: string][]} snippets
 * @returns {string[][]} violated rules of each snippet; boundaries by their name
 */
export function faultsOf(snippets) {
  const faults = snippets.map(() => []);
  let left = [...snippets.keys()];
  while (left.length > 0) {
    // The snippets of one run have different paths.
    const run = new Map(left.map((index) => [snippets[index][0], index]));
    for (const { code, message, filename } of lint([...run.values()].map((index) => snippets[index]))) {
      const [, plugin, rule] = /^(.+)\((.+)\)$/.exec(code ?? '') ?? [];
      const boundary = rule === 'import-boundaries' && `boundary: ${/“(.+)”/.exec(message)[1]}`;
      const name = plugin === 'eslint' ? rule : `${plugin}/${rule}`;
      if (rule !== 'no-unused-vars') faults[run.get(filename)].push(boundary || (rule ? name : message));
    }
    left = left.filter((index) => run.get(snippets[index][0]) !== index);
  }
  return faults;
}

/** @returns oxlint's diagnostics of files in a folder of their own */
function lint(files) {
  const folder = mkdtempSync(join(tmpdir(), 'lint-snippets-'));
  try {
    mkdirSync(join(folder, 'tools'));
    symlinkSync(join(ROOT, 'tools/lint'), join(folder, 'tools/lint'));
    const config = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');
    writeFileSync(join(folder, '.oxlintrc.json'), config.replace(TYPES, ''));
    for (const [path, code] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const oxlint = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format=json', ...files.map(([path]) => path)];
    const { stdout, stderr } = spawnSync(process.execPath, oxlint, { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
