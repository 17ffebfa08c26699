import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, testSuites } from '../projects.mjs';
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

  const suite = (project, target = 'test') => ({ project, target, results: join(folder, project, target) });

  function writeCounts({ results }, counts) {
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'counts.json'), JSON.stringify({ seconds: 1, ...counts }));
  }

  const finished = (project, succeeded = true, target = 'test') => ({ project, target, succeeded, cached: false });

  it('sum all projects', () => {
    const [a, b] = [suite('a'), suite('b')];
    const totals = new Totals([a, b]);
    writeCounts(a, { passed: 3, failed: 0, skipped: 0 });
    writeCounts(b, { passed: 4, failed: 0, skipped: 0 });
    totals.finished(finished('a'));
    totals.finished(finished('b'));

    expect(totals.print()).toBe(true);
    expect(lines.at(-1)).toBe('7 passed, 0 failed');
  });

  it('count an interrupted project as a failure, despite older counts', () => {
    const [a, b] = [suite('a'), suite('b')];
    writeCounts(b, { passed: 4, failed: 0, skipped: 0 });
    const totals = new Totals([a, b]);
    writeCounts(a, { passed: 3, failed: 0, skipped: 2 });
    totals.finished(finished('a'));
    totals.finished(finished('b', false));

    expect(totals.print()).toBe(false);
    expect(lines.at(-1)).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('count each suite of a project', () => {
    const [visitor, artist] = [suite('e2e', 'test-visitor'), suite('e2e', 'test-artist')];
    const totals = new Totals([visitor, artist]);
    writeCounts(visitor, { passed: 3, failed: 0, skipped: 0 });
    totals.finished(finished('e2e', true, 'test-visitor'));
    totals.finished(finished('e2e', false, 'test-artist'));

    expect(totals.print()).toBe(false);
    expect(lines).toContain('e2e test-artist: no test ran.');
    expect(lines.at(-1)).toBe('3 passed, 1 failed');
  });

  it('count a run outside of Nx as one test', () => {
    const totals = new Totals([]);
    totals.counted({ name: 'cluster roll', seconds: 1, result: 'passed' });
    totals.counted({ name: 'cluster faults', seconds: 1, result: 'skipped', needs: 'nginx' });

    expect(totals.print()).toBe(true);
    expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
    expect(lines).toContain('Left out: cluster faults, which needs nginx.');
  });

  it('count a failed run with passed tests, and all other targets', () => {
    const a = suite('a');
    const totals = new Totals([a]);
    writeCounts(a, { passed: 3, failed: 0, skipped: 0 });
    totals.finished(finished('a', false));
    // Nx runs a failed build again for the browser tests.
    for (let call = 0; call < 2; call += 1) {
      totals.finished({ project: 'portfolio', target: 'lint', succeeded: false, cached: false });
    }

    expect(totals.print()).toBe(false);
    expect(lines.at(-1)).toBe('3 passed, 2 failed');
  });
});

describe('the level', () => {
  const before = process.env.TEST_LEVEL;
  afterEach(() => {
    jest.restoreAllMocks();
    if (before === undefined) delete process.env.TEST_LEVEL;
    else process.env.TEST_LEVEL = before;
  });

  it.each([
    ['short', 'Level: short. Long forms left out: npm run test:full.'],
    ['full', 'Level: full.'],
  ])('%s is printed before the totals', (level, line) => {
    if (level === 'full') process.env.TEST_LEVEL = 'full';
    else delete process.env.TEST_LEVEL;
    const lines = [];
    jest.spyOn(console, 'log').mockImplementation((text = '') => lines.push(text));

    new Totals([]).print();

    expect(lines.slice(-2)).toEqual([line, '0 passed, 0 failed']);
  });

  it('decides whether *.full.test files run', async () => {
    const ignored = (level) => {
      const script = `import('./jest.preset.js').then(({ preset }) => console.log(JSON.stringify(preset.testPathIgnorePatterns)))`;
      const env = { ...process.env, TEST_LEVEL: level };
      const args = ['--experimental-vm-modules', '-e', script];
      const patterns = JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }));
      return (file) => patterns.some((pattern) => new RegExp(pattern).test(file));
    };
    const [short, full] = [ignored(''), ignored('full')];
    for (const file of ['api/a.full.test.ts', 'e2e/a.full.test.tsx', 'tools/test/a.full.test.mjs']) {
      expect([file, short(file), full(file)]).toEqual([file, true, false]);
    }
    expect(short('api/full.test.ts')).toBe(false);
  });
});

it('optional programs in a folder of servers, which the PATH of users lacks, are installed', () => {
  const args = [join(ROOT, 'tools/optional-programs.mjs')];
  const programs = (PATH) => execFileSync(process.execPath, args, { env: { PATH }, encoding: 'utf8' });

  expect(programs('/usr/bin:/bin')).toBe(programs('/usr/bin:/bin:/usr/sbin'));
});

describe('test targets', () => {
  const folders = ['api', 'worker', 'public-web', 'admin-web', 'e2e', 'tools/demo', 'tools/site']
    .concat(readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}`))
    .filter((folder) => listFiles(folder).some((file) => /\.test\.tsx?$/.test(file)));

  it.each(folders)('include %s', (folder) => {
    expect(testSuites().map(({ results }) => dirname(dirname(results)))).toContain(join(ROOT, folder));
  });
});

function listFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(path);
  });
}
