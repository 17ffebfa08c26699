import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const LOCK_FILE = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));

describe('package-lock.json', () => {
  // `npm install` succeeds without some of them: the binaries of other platforms when the registry lags behind, or what
  // happens to lie in node_modules already. `npm ci` then refuses the lock file, and so does everybody's fresh clone.
  it('contains all packages that it references', () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies, devDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies, ...(isOurs(path) && devDependencies) })
          .filter((name) => !isFound(name, path))
          .map((name) => `${name}, wanted by ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('matches each package.json', () => {
    const wishes = ({ dependencies = {}, devDependencies = {}, engines }) => ({
      dependencies,
      devDependencies,
      engines,
    });
    for (const [path, locked] of Object.entries(packages)) {
      if (!isOurs(path)) continue;
      const manifest = JSON.parse(
        readFileSync(new URL(`../../${path && `${path}/`}package.json`, import.meta.url), 'utf8'),
      );
      expect({ path, ...wishes(locked) }).toEqual({ path, ...wishes(manifest) });
    }
  });

  // Else `npm ci` refuses a Node that package.json, start.mjs and README.md welcome, where npm is told engine-strict.
  it('installs on each supported Node', () => {
    const refused = Object.entries(packages)
      .filter(([, { engines, optional }]) => engines?.node && !optional)
      .filter(([, { engines }]) => !semver.subset(packages[''].engines.node, engines.node));
    expect(refused.map(([path, { engines }]) => `${path}: ${engines.node}`)).toEqual([]);
  });

  // With a host in it, everybody would be sent to the registry that its writer happened to use.
  it('names no registry', () => {
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

describe('an installation', () => {
  // npm 10 knows nothing of `allowScripts`.
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

/** Looks for a package as Node does: beside whoever wants it, then in every folder above. */
function isFound(name, path) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
