import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../projects.mjs';

let folder;
let clone;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'odd-'));
  clone = join(folder, 'ein schöner Ort');
  mkdirSync(clone);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Copies files into the clone, and evaluates an expression there; `it` is the first file as a module. */
function evaluate(files, expression) {
  for (const file of files) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  const script = `import * as it from '${pathToFileURL(join(clone, files[0])).href}';
    console.log(JSON.stringify(${expression}));`;
  const args = ['--experimental-vm-modules', '--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: clone, encoding: 'utf8' }));
}

describe('a clone in a folder with special characters', () => {
  it('runs its tests', () => {
    const preset = evaluate(['jest.preset.js', '.swcrc'], 'it.webPreset');

    const paths = [preset.reporters[1][0], ...Object.values(preset.moduleNameMapper), ...preset.setupFiles];
    for (const path of paths) expect(path.startsWith(join(clone, '/'))).toBe(true);
  });

  it('finds its lint rules', () => {
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    mkdirSync(join(clone, 'tools'));
    symlinkSync(join(ROOT, 'tools/lint'), join(clone, 'tools/lint'));

    const faults = evaluate(
      ['tools/test/lint-snippets.mjs', 'tools/projects.mjs', '.oxlintrc.json'],
      `it.faultsOf([['a.js', 'var a = 1;']])`,
    );
    expect(faults).toEqual([['no-var']]);
  });
});
