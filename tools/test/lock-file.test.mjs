import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const LOCK_FILE = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
const readManifest = (path) =>
  JSON.parse(readFileSync(new URL(`../../${path && `${path}/`}package.json`, import.meta.url), 'utf8'));

describe('package-lock.json', () => {
  // `npm install` succeeds without binaries of other platforms that the registry lacks, and without packages that are
  // already in node_modules. `npm ci` in a fresh clone then refuses the lock file.
  it('contains all packages that it references', () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies, devDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies, ...(isOurs(path) && devDependencies) })
          .filter((name) => !isFound(name, path))
          .map((name) => `${name}, a dependency of ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('matches each package.json', () => {
    const constraints = ({ dependencies = {}, devDependencies = {}, engines }) => ({
      dependencies,
      devDependencies,
      engines,
    });
    for (const [path, locked] of Object.entries(packages)) {
      if (!isOurs(path)) continue;
      expect({ path, ...constraints(locked) }).toEqual({ path, ...constraints(readManifest(path)) });
    }
  });

  // With engine-strict, `npm ci` would refuse a Node that package.json, start.mjs and README.md support.
  it('installs on each supported Node', () => {
    const refused = Object.entries(packages)
      .filter(([, { engines, optional }]) => engines?.node && !optional)
      .filter(([, { engines }]) => !semver.subset(packages[''].engines.node, engines.node));
    expect(refused.map(([path, { engines }]) => `${path}: ${engines.node}`)).toEqual([]);
  });

  // A host in the lock file would bind each clone to the registry of its author.
  it('contains no registry host', () => {
    const hosts = Object.values(packages).flatMap(({ resolved }) =>
      resolved?.startsWith('http') ? [new URL(resolved).host] : [],
    );
    expect([...new Set(hosts)]).toEqual([]);
  });

  it('has an integrity hash for each package', () => {
    const unsigned = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(unsigned.map(([path]) => path)).toEqual([]);
  });
});

describe('package.json', () => {
  // With ignore-scripts, npm runs a script without its pre and post scripts.
  it('has no script that npm skips', () => {
    const skipped = Object.keys(packages)
      .filter(isOurs)
      .flatMap((path) => {
        const names = Object.keys(readManifest(path).scripts ?? {});
        return names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name));
      });
    expect(skipped).toEqual([]);
  });

  it('declares each package that tools import', () => {
    const { devDependencies } = packages[''];
    const folders = ['..', '../jest', '../lint', '../audit'].map((path) => new URL(`${path}/`, import.meta.url));
    const files = folders.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)));
    const sources = files.filter(({ pathname }) => /js$/.test(pathname)).map((file) => readFileSync(file, 'utf8'));
    const imported = sources.flatMap((source) => [
      ...source.matchAll(/(?:from |require\(|import\()'(?![.]|node:)([^']+)'/g),
    ]);
    const names = imported.map(([, name]) => name);

    expect(names).toContain('rolldown');
    expect(names.filter((name) => !(name in devDependencies))).toEqual([]);
  });
});

describe('an installation', () => {
  // npm 10 does not support `allowScripts`.
  it('runs no install script with any npm', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
    const write = (path, content) => writeFileSync(join(folder, path), JSON.stringify(content));
    try {
      mkdirSync(join(folder, 'package'));
      const script = "node -e \"require('fs').writeFileSync('ran', '')\"";
      write('package/package.json', { name: 'guest', version: '1.0.0', scripts: { postinstall: script } });
      execFileSync('tar', ['czf', 'guest.tgz', 'package'], { cwd: folder });
      write('package.json', { name: 'host', version: '1.0.0', dependencies: { guest: 'file:guest.tgz' } });
      cpSync(fileURLToPath(new URL('../../.npmrc', import.meta.url)), join(folder, '.npmrc'));
      execFileSync('npm', ['install', '--offline'], { cwd: folder, stdio: 'ignore' });

      expect(existsSync(join(folder, 'node_modules/guest/package.json'))).toBe(true);
      expect(existsSync(join(folder, 'node_modules/guest/ran'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The root and the workspaces. */
const isOurs = (path) => !path.includes('node_modules/');

/** Resolves a package as Node does: beside the importing package, then in each folder above. */
function isFound(name, path) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
