import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { ROOT, projectFolders } from '../projects.mjs';

/** Line of code, and the rule that rejects it. */
const EXAMPLES = [
  ['save();', 'no-floating-promises'],
  ['save().then(() => 1);', 'no-floating-promises'],
  ['[1].map(() => save());', 'no-floating-promises'],
  ['void save();', undefined],
  ['await save();', undefined],
  ['while (save()) break;', 'no-misused-promises'],
  ['[1].forEach(async () => save());', 'no-misused-promises'],
  ['export const a: { done: () => void } = { done: save };', 'no-misused-promises'],
  ['export const b = { ...save() };', 'no-misused-promises'],
  ['export const c: string = 1;', 'TS2322'],
];

describe('the linter with types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typed-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('rejects floating and misused promises, and errors of types', () => {
    const lines = ['export async function save(): Promise<void> {}', ...EXAMPLES.map(([line]) => line)];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
    writeFileSync(join(folder, 'example.ts'), lines.join('\n'));

    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const args = [oxlint, '--config', join(ROOT, '.oxlintrc.json'), '--format=json', folder];
    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

    const { diagnostics } = JSON.parse(stdout);
    const found = diagnostics.map(({ code, labels }) => [
      lines[labels[0].span.line - 1],
      /\((.+)\)/.exec(code)?.[1] ?? code,
    ]);
    const expected = EXAMPLES.filter(([, rule]) => rule);
    expect(found.sort()).toEqual(expected.sort());
  });

  // Files outside of all projects are checked with other settings.
  it('covers every TypeScript file', () => {
    const outside = projectFolders().flatMap((project) => {
      const files = typeScriptFiles(project);
      if (files.length === 0) return [];
      const { include } = JSON.parse(readFileSync(join(ROOT, project, 'tsconfig.json'), 'utf8'));
      return files.filter((file) => !include.includes(file.split(sep)[0])).map((file) => join(project, file));
    });
    expect(outside).toEqual([]);
  });
});

const NO_SOURCES = ['node_modules', 'dist', 'test-results'];

/** Relative to the project's folder. */
function typeScriptFiles(project, folder = '') {
  return readdirSync(join(ROOT, project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    return NO_SOURCES.includes(entry.name) || entry.name.startsWith('.') ? [] : typeScriptFiles(project, path);
  });
}
