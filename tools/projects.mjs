import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Project of the end-to-end tests, which start the whole site and drive a browser. */
export const E2E_PROJECT = '@portfolio/e2e';

const ROOT_PROJECT = 'portfolio';

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
  return [suite(ROOT_PROJECT, 'tools', 'test'), ...suites];
}

/** Counts of a suite's last run; undefined without any. */
export function countsOf({ results }) {
  const file = join(results, 'counts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Deletes the counts of earlier runs. */
export function deleteCounts(suites) {
  for (const { results } of suites) rmSync(join(results, 'counts.json'), { force: true });
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
