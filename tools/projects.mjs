import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The project whose tests start the whole site and drive a browser. */
export const JOURNEY = '@portfolio/e2e';

const ROOT_PROJECT = 'portfolio';

/**
 * Every project that has tests, from the workspaces of package.json.
 * @returns {{ name: string, results: string }[]} the name Nx knows it by, and where its counts are after a run
 */
export function testedProjects() {
  const { workspaces } = manifest(ROOT);
  const folders = workspaces.flatMap((workspace) => {
    if (!workspace.endsWith('/*')) return [workspace];
    const parent = workspace.slice(0, -2);
    return readdirSync(join(ROOT, parent)).map((child) => `${parent}/${child}`);
  });
  const tested = folders
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .map((folder) => ({ folder, ...manifest(join(ROOT, folder)) }))
    .filter(({ scripts }) => scripts?.test)
    .map(({ folder, name }) => ({ name, results: join(ROOT, folder, 'test-results') }));
  return [{ name: ROOT_PROJECT, results: join(ROOT, 'tools', 'test-results') }, ...tested];
}

/** What a project's last run counted; undefined when it left no counts. */
export function countsOf({ results }) {
  const file = join(results, 'counts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Takes the counts of earlier runs away, so that a project that does not run cannot be counted. */
export function forgetCounts(projects) {
  for (const { results } of projects) rmSync(join(results, 'counts.json'), { force: true });
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
