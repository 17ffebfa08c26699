import { readFileSync } from 'node:fs';

const LOCK_FILE = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
const installed = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));

describe('package-lock.json', () => {
  // `npm install` may leave out the binaries of other platforms when the registry lags behind; `npm ci` then refuses
  // the lock file, and so does everybody's fresh clone.
  it('holds every optional platform package that it names', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !installed.has(name))
        .map((name) => `${name}, wanted by ${path}`),
    );
    expect(missing).toEqual([]);
  });

  // With a host in it, everybody would be sent to the registry that its writer happened to use.
  it('names no registry', () => {
    const hosts = Object.values(packages).flatMap(({ resolved }) =>
      resolved?.startsWith('http') ? [new URL(resolved).host] : [],
    );
    expect([...new Set(hosts)]).toEqual([]);
  });

  it('can be checked against what was published', () => {
    const unsigned = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(unsigned.map(([path]) => path)).toEqual([]);
  });
});
