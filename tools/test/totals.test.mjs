import { jest } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, testedProjects } from '../projects.mjs';
import { Totals } from '../totals.mjs';

describe('the totals', () => {
  let folder;
  let lines;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'totals-'));
    lines = [];
    jest.spyOn(console, 'log').mockImplementation((line = '') => lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const project = (name) => ({ name, results: join(folder, name) });

  function leaves({ results }, counts) {
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'counts.json'), JSON.stringify({ seconds: 1, ...counts }));
  }

  const ended = (name, succeeded = true) => ({ project: name, target: 'test', succeeded, cached: false });

  it('add up every project', () => {
    const [a, b] = [project('a'), project('b')];
    const totals = new Totals([a, b]);
    leaves(a, { passed: 3, failed: 0, skipped: 0 });
    leaves(b, { passed: 4, failed: 0, skipped: 0 });
    totals.finished(ended('a'));
    totals.finished(ended('b'));

    expect(totals.print()).toBe(true);
    expect(lines.at(-1)).toBe('7 passed, 0 failed');
  });

  it('count a project whose tests broke off as a failure, whatever an earlier run left', () => {
    const [a, b] = [project('a'), project('b')];
    leaves(b, { passed: 4, failed: 0, skipped: 0 });
    const totals = new Totals([a, b]);
    leaves(a, { passed: 3, failed: 0, skipped: 2 });
    totals.finished(ended('a'));
    totals.finished(ended('b', false));

    expect(totals.print()).toBe(false);
    expect(lines.at(-1)).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('count a run that failed although its tests passed, and every other target', () => {
    const a = project('a');
    const totals = new Totals([a]);
    leaves(a, { passed: 3, failed: 0, skipped: 0 });
    totals.finished(ended('a', false));
    totals.finished({ project: 'portfolio', target: 'lint', succeeded: false, cached: false });

    expect(totals.print()).toBe(false);
    expect(lines.at(-1)).toBe('3 passed, 2 failed');
  });
});

describe('the tests of every project', () => {
  const folders = ['api', 'worker', 'public-web', 'admin-web', 'e2e', 'tools/demo', 'tools/site']
    .concat(readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}`))
    .filter((folder) => listFiles(folder).some((file) => /\.test\.tsx?$/.test(file)));

  it.each(folders)('in %s are run', (folder) => {
    expect(testedProjects().map(({ results }) => results)).toContain(join(ROOT, folder, 'test-results'));
  });
});

function listFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(path);
  });
}
