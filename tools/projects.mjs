import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A target that runs tests: `test`, or `test-<part>` where a project has several. */
const TEST_TARGET = /^test(-|$)/;

/** The folders of the workspaces in package.json, relative to the root. */
export function projectFolders() {
  return manifest(ROOT)
    .workspaces.flatMap((workspace) => {
      if (!workspace.endsWith('/*')) return [workspace];
      const parent = workspace.slice(0, -2);
      return readdirSync(join(ROOT, parent)).map((child) => `${parent}/${child}`);
    })
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')));
}

/**
 * Every test target of every project.
 * @returns {{ project: string, target: string, results: string }[]} `results` is the folder of the target's counts
 */
export function testSuites() {
  const suite = (project, folder, target) => ({ project, target, results: join(ROOT, folder, 'test-results', target) });
  const suites = projectFolders().flatMap((folder) => {
    const { name, scripts, nx } = manifest(join(ROOT, folder));
    const targets = new Set([...Object.keys(scripts ?? {}), ...Object.keys(nx?.targets ?? {})]);
    return [...targets].filter((target) => TEST_TARGET.test(target)).map((target) => suite(name, folder, target));
  });
  return [suite('portfolio', 'tools', 'test'), ...suites];
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
