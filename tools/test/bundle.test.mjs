import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const BUNDLE = fileURLToPath(new URL('../bundle.mjs', import.meta.url));

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundle-'));
  write('package.json', '{ "type": "module" }');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Without colours in stacks. */
const env = { ...process.env, FORCE_COLOR: '0' };

function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

const bundle = (...sources) => node(BUNDLE, 'dist', ...sources);

describe('bundle.mjs', () => {
  it('bundles sources with their packages, copies named files, and keeps the start script alone', () => {
    write('node_modules/greeting/package.json', '{ "type": "module", "main": "index.js" }');
    write(
      'node_modules/greeting/index.js',
      "export const greeting = 'Grüße – schön';\n//# sourceMappingURL=index.js.map",
    );
    write('src/texts/texts.ts', "export const file = new URL('./texts.json', import.meta.url);");
    write('src/texts/texts.json', '"from a file"');
    write(
      'src/main.ts',
      `import { readFileSync } from 'node:fs';
       import { greeting } from 'greeting';
       import { file } from './texts/texts.ts';
       console.log(greeting, readFileSync(file, 'utf8'), process.env.EARLY);`,
    );
    write('src/start.cts', "process.env.EARLY = 'set before';\nvoid import('./main.ts');\n");

    expect(bundle('src/start.cts', 'src/main.ts')).toMatchObject({ status: 0, stderr: '' });
    rmSync(join(root, 'node_modules'), { recursive: true });
    rmSync(join(root, 'src'), { recursive: true });

    expect(node('dist/start.cjs')).toEqual({
      status: 0,
      stdout: 'Grüße – schön "from a file" set before\n',
      stderr: '',
    });
    for (const name of readdirSync(join(root, 'dist'))) {
      expect(readFileSync(join(root, 'dist', name), 'utf8')).toMatch(/^[\0-\x7f]*$/);
    }
  });

  it('keeps names and metadata of classes, and the lines of sources in stacks', () => {
    write('src/other.ts', 'export class Service {}\nglobalThis.other = Service;');
    write(
      'src/main.ts',
      `import './other.ts';
       const types: unknown[] = [];
       Reflect.metadata = ((key: string, value: unknown) => () => void types.push(key, value)) as never;
       const injectable = (target: unknown) => void target;
       class Store {}
       @injectable
       class Service { constructor(readonly store: Store) {} }
       console.log(other.name, Service.name, types[0], (types[1] as [typeof Store])[0].name);
       throw new Error('of line 9');`,
    );

    expect(bundle('src/main.ts')).toMatchObject({ status: 0, stderr: '' });

    const { stdout, stderr } = node('--enable-source-maps', 'dist/main.js');
    expect(stdout).toBe('Service Service design:paramtypes Store\n');
    expect(stderr).toMatch(/of line 9\n\s+at .*src\/main\.ts:9:14/);
  });

  it('gives lines of sources in stacks also after modules with decorators, and none of them for code of packages', () => {
    write('node_modules/calls/package.json', '{ "type": "module", "main": "index.js" }');
    write('node_modules/calls/index.js', 'export function call(action) {\n  action();\n}\n');
    write(
      'src/decorated.ts',
      `const Rule = (options: object): ClassDecorator => () => void options;
       @Rule({
         kind: 'rule',
       })
       export class Decorated {}`,
    );
    write(
      'src/main.ts',
      `import { call } from 'calls';
       import { Decorated } from './decorated.ts';
       function fail() {
         throw new Error(Decorated.name);
       }
       call(fail);`,
    );

    expect(bundle('src/main.ts')).toMatchObject({ status: 0, stderr: '' });

    const { stderr } = node('--enable-source-maps', 'dist/main.js');
    expect(stderr).toMatch(
      /Error: Decorated\n +at fail .*main\.ts:4:16\)\n +at call .*main\.js:\d+:\d+\)\n.*main\.ts:6:8\)?\n/,
    );
  });

  it('fails for a package that is not installed', () => {
    write('src/main.ts', "import 'absent';");

    const { status, stderr } = bundle('src/main.ts');
    expect(status).toBe(1);
    expect(stderr).toContain("Could not resolve 'absent'");
  });
});
