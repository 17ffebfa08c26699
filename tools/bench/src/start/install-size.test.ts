import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { installSize } from './install-size.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-size-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function file(path: string, bytes: number) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'x'.repeat(bytes));
}

function locked(packages: Record<string, object>) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

describe('installSize', () => {
  it('counts scoped, nested and project packages, without links, caches and packages for other platforms', () => {
    file('node_modules/plain/index.js', 10);
    file('node_modules/plain/lib/deep.js', 5);
    file('node_modules/plain/lib/node_modules/bundled.js', 2);
    file('node_modules/plain/node_modules/inner/index.js', 100);
    file('node_modules/@scope/linux-x64/program', 1000);
    file('node_modules/.cache/large', 9999);
    file('node_modules/.package-lock.json', 9999);
    file('api/node_modules/inner/index.js', 50);
    file('api/own.js', 9999);
    symlinkSync(join(root, 'api'), join(root, 'node_modules/our-api'));
    locked({
      '': {},
      api: {},
      'node_modules/our-api': { link: true, resolved: 'api' },
      'node_modules/plain': {},
      'node_modules/plain/node_modules/inner': {},
      'node_modules/@scope/linux-x64': { optional: true },
      'node_modules/@scope/darwin-x64': { optional: true },
      'api/node_modules/inner': {},
    });

    expect(installSize(root)).toEqual({ packages: 4, bytes: 1167, bytesOfSite: 0 });
  });

  it('separates loaded packages from bundled ones and those for development', () => {
    for (const [name, size] of Object.entries({
      builder: 1,
      sharp: 2,
      'sharp-linux': 4,
      browser: 8,
      wanted: 16,
      bundled: 64,
    })) {
      file(`node_modules/${name}/index.js`, size);
    }
    file('api/node_modules/wanted/index.js', 32);
    const optional = { peerDependencies: { browser: '*' }, peerDependenciesMeta: { browser: { optional: true } } };
    locked({
      '': {},
      api: { dependencies: { sharp: '1', bundled: '1' }, devDependencies: { builder: '1' } },
      e2e: { dependencies: { browser: '1' } },
      'libs/ground': { dependencies: { wanted: '1' } },
      'node_modules/@our/ground': { link: true, resolved: 'libs/ground' },
      'node_modules/builder': { dev: true },
      'node_modules/sharp': { optionalDependencies: { 'sharp-linux': '1' }, dependencies: { '@our/ground': '1' } },
      'node_modules/sharp-linux': optional,
      'node_modules/browser': {},
      'node_modules/bundled': {},
      'node_modules/wanted': {},
      'api/node_modules/wanted': { dev: true },
    });

    expect(installSize(root).bytesOfSite).toBe(2 + 4 + 16);
  });
});
