import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildFingerprint } from '../build-fingerprint.mjs';

const TOOLS = fileURLToPath(new URL('..', import.meta.url));
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all.some(({ address }) => address === '::1'));

/** Fake npm: records its calls, and installs the locked packages. */
const FAKE_NPM = `
  const fs = require('node:fs');
  fs.appendFileSync('calls', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
  if (process.env.NPM_LOSES_LOCK) {
    fs.rmSync('.cache/bootstrap.lock');
    // Longer than two heartbeats of the lock.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  }
  if (process.env.NPM_HANGS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  if (process.env.NPM_FAILS) { console.error(process.env.NPM_FAILS); process.exit(1); }
  fs.rmSync('node_modules', { recursive: true, force: true });
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  for (const [path, { extraneous }] of Object.entries(packages)) {
    if (extraneous || !path.includes('node_modules/')) { delete packages[path]; continue; }
    fs.mkdirSync(path, { recursive: true });
    fs.writeFileSync(path + '/package.json', '{}');
  }
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
  fs.mkdirSync('node_modules/nx/bin', { recursive: true });
  fs.writeFileSync('node_modules/nx/bin/nx.js', ${'`'}
    const fs = require('node:fs');
    fs.appendFileSync('calls', 'nx\\\\n');
    if (process.env.NX_FAILS) { console.log('  ✔  nx run fine:build\\\\n✖ nx run api:build\\\\n  a syntax error'); process.exit(1); }
    fs.mkdirSync('api/dist', { recursive: true });
    fs.copyFileSync('api/main.ts', 'api/dist/main.js');
  ${'`'});`;

const SITE = `export async function runSite() { console.log('  running'); return 0; }`;

/** Loaded before tools/start.mjs: when that finds the lock stale, another start takes the lock and holds it for a while. */
const QUICKER_START = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { statSync } = fs;
  const lock = '.cache/bootstrap.lock';
  let isOver = process.argv[1]?.endsWith('start.mjs') !== true;
  fs.statSync = (path, options) => {
    const stats = statSync(path, options);
    if (isOver || !String(path).endsWith(lock)) return stats;
    isOver = true;
    fs.rmSync(lock);
    fs.writeFileSync(lock, 'another');
    setTimeout(() => {
      fs.appendFileSync('calls', fs.readFileSync(lock, 'utf8') + ' ends\\n');
      fs.rmSync(lock);
    }, 1_200);
    return stats;
  };
  syncBuiltinESMExports();`;

/** Loaded before tools/start.mjs: the stale lock cannot be claimed. */
const READ_ONLY = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { writeFileSync } = fs;
  fs.writeFileSync = (path, ...rest) => {
    if (String(path).endsWith('.claim')) throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    return writeFileSync(path, ...rest);
  };
  syncBuiltinESMExports();`;

let root;
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const calls = () => {
  const text = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8') : '';
  rmSync(join(root, 'calls'), { force: true });
  return text.trim().split('\n').filter(Boolean);
};

/** A fresh clone. */
function makeRoot() {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  for (const name of ['start', 'bootstrap', 'build-fingerprint', 'projects', 'run-program', 'step']) {
    cpSync(join(TOOLS, `${name}.mjs`), join(root, 'tools', `${name}.mjs`));
  }
  write(
    'package.json',
    JSON.stringify({ engines: { node: '^20.19.0 || ^22.13.0 || >=24.11.0' }, workspaces: ['api'] }),
  );
  write('package-lock.json', JSON.stringify({ packages: { '': {}, api: {}, 'node_modules/a': { version: '1.0.0' } } }));
  for (const name of ['nx.json', 'tsconfig.base.json', '.swcrc']) write(name, '{}');
  write('npm-cli.js', FAKE_NPM);
  for (const name of ['config/src/weak-secrets.js', 'lifecycle/src/supervisor/ports.js']) {
    cpSync(join(TOOLS, '../libs', name), join(root, 'libs', name));
  }
  write('libs/package.json', '{ "type": "module" }');
  write('api/main.ts', 'first');
  write('tools/site/dist/main.js', SITE);
}
beforeEach(makeRoot);
afterEach(() => rmSync(root, { recursive: true }));

/** Runs tools/start.mjs in the fake repository. `meanwhile` is called with the process. */
async function start(env = {}, meanwhile = () => undefined) {
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', npm_execpath: join(root, 'npm-cli.js'), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const closed = once(child, 'close');
  await meanwhile(child);
  const [status] = await closed;
  return { status, output };
}

describe('npm start', () => {
  it('installs and builds a fresh clone once', async () => {
    const first = await start();
    expect(first.status).toBe(0);
    expect(first.output).toMatch(/^\n {2}Dependencies \.+ +\d+\.\d s\n {2}Build \.+ +\d+\.\d s\n {2}running\n$/);
    expect(calls()).toEqual(['npm ci --include=dev --no-progress', 'nx']);

    expect(await start()).toEqual({ status: 0, output: '\n  running\n' });
    expect(calls()).toEqual([]);
  });

  it('installs with npm when Yarn runs it', async () => {
    write('bin/npm', `#!/bin/sh\nexec '${process.execPath}' npm-cli.js "$@"`);
    chmodSync(join(root, 'bin/npm'), 0o755);

    await start({ npm_execpath: join(root, 'yarn.js'), PATH: `${join(root, 'bin')}:${process.env.PATH}` });

    expect(calls()[0]).toMatch(/^npm ci/);
  });

  it('does not install for missing optional packages', async () => {
    lock({
      'node_modules/other-platform': { version: '1', optional: true },
      'api/node_modules/c': { extraneous: true },
    });
    await start();
    calls();

    await start();
    expect(calls()).toEqual([]);
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s during an installation ends it, frees its lock and gives status %i', async (signal, expected) => {
  const { status, output } = await start({ NPM_HANGS: '1' }, async (child) => {
    while (!existsSync(join(root, 'calls'))) await wait(20);
    child.kill(signal);
  });

  expect(status).toBe(expected);
  expect(output).not.toContain('running');
  expect(readdirSync(join(root, '.cache'))).toEqual([]);
});

describe('npm start in an installed clone', () => {
  const BUILT = 'node_modules/.cache/built.json';
  let installed;
  beforeAll(async () => {
    makeRoot();
    await start();
    calls();
    expect(JSON.parse(readFileSync(join(root, BUILT), 'utf8'))).toEqual(buildFingerprint(root));
    installed = root;
  });
  beforeEach(() => {
    cpSync(installed, root, { recursive: true });
    // The copies have other times.
    write(BUILT, JSON.stringify(buildFingerprint(root)));
  });
  afterAll(() => rmSync(installed, { recursive: true }));

  it('neither installs nor builds without a change', async () => {
    await start();
    expect(calls()).toEqual([]);
  });

  it.each([
    ['a package has another version', () => lock({ 'node_modules/a': { version: '1.0.1' } })],
    ['a package has been added', () => lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': {} })],
    ['a project has been added', () => lock({ 'node_modules/@portfolio/b': { link: true } })],
    ['a package has been deleted', () => rmSync(join(root, 'node_modules/a'), { recursive: true })],
    ['an installation was interrupted', () => rmSync(join(root, 'node_modules/.package-lock.json'))],
  ])('installs again when %s', async (_, change) => {
    change();

    await start();
    expect(calls()[0]).toMatch(/^npm ci/);
    await start();
    expect(calls()).toEqual([]);
  });

  it.each([
    ['a source is edited', () => write('api/main.ts', 'other')],
    ['a source is added', () => write('api/other.ts', '')],
    ['a build is deleted', () => rmSync(join(root, 'api/dist'), { recursive: true })],
    ['a build is changed', () => write('api/dist/main.js', 'stale')],
    ['the build configuration changes', () => write('.swcrc', '{ }')],
  ])('builds again when %s', async (_, change) => {
    change();

    await start();
    expect(calls()).toEqual(['nx']);
    expect(readFileSync(join(root, 'api/dist/main.js'), 'utf8')).toBe(readFileSync(join(root, 'api/main.ts'), 'utf8'));
  });
});

describe('two parallel starts in one clone', () => {
  it('install and build once, after a killed start', async () => {
    staleLock();

    const all = await Promise.all([start(), start(), start()]);

    expect(all.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(calls()).toEqual(['npm ci --include=dev --no-progress', 'nx']);
    expect(readdirSync(join(root, '.cache'))).toEqual([]);
  });

  it('run in sequence when both find a stale lock', async () => {
    staleLock();
    write('quicker-start.mjs', QUICKER_START);

    await start({ NODE_OPTIONS: `--import ${join(root, 'quicker-start.mjs')}` });

    expect(calls()).toEqual(['another ends', 'npm ci --include=dev --no-progress', 'nx']);
  });

  it('finish when one has lost its lock, as after a suspend', async () => {
    const { status, output } = await start({ NPM_LOSES_LOCK: '1' });

    expect(output).toMatch(/ {2}running\n$/);
    expect(status).toBe(0);
  });
});

describe('npm start reports', () => {
  it('an outdated Node', async () => {
    write('package.json', JSON.stringify({ engines: { node: '>=99.0.0' } }));

    const { status, output } = await start();

    expect(status).toBe(1);
    expect(output).toBe(
      `  This needs Node >=99.0.0, and this is Node ${process.versions.node}: see https://nodejs.org\n`,
    );
  });

  it.each([
    ['PORT', 'ADMIN_PORT', '127.0.0.1'],
    ['ADMIN_PORT', 'PORT', HAS_IPV6 ? '::1' : '127.0.0.1'],
  ])('%s in use before the installation, and suggests another than %s', async (variable, otherVariable, address) => {
    const other = createServer().listen(0, address);
    await once(other, 'listening');
    const { port } = other.address();

    const { status, output } = await start({ [variable]: String(port), [otherVariable]: String(port + 1) });

    other.close();
    expect(status).toBe(1);
    const sentence = `  Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=`;
    expect(output).toContain(sentence);
    expect([port, port + 1]).not.toContain(Number.parseInt(output.split(sentence)[1], 10));
    expect(calls()).toEqual([]);
  });

  it('a lower port for the highest one in use', async () => {
    const other = createServer().listen(65_535, '127.0.0.2');
    await once(other, 'listening');

    const { output } = await start({ PORT: '65535', HOST: '127.0.0.2' });

    other.close();
    expect(output).toContain('PORT=65534 npm start');
  });

  it.each([
    ['easy to guess', { ADMIN_PASSWORD: 'Password2024!' }, 'ADMIN_PASSWORD is too easy to guess. Choose another.'],
    ['a short word', { ADMIN_PASSWORD: 'admin' }, 'ADMIN_PASSWORD is too easy to guess. Choose another.'],
    ['the address', { ADMIN_PASSWORD: 'elin@example.com' }, 'ADMIN_PASSWORD is too easy to guess. Choose another.'],
    [
      'short',
      { ADMIN_PASSWORD: 'kH7vQ2mZ9' },
      'ADMIN_PASSWORD must be set beside ADMIN_EMAIL, with at least 10 characters.',
    ],
    [
      'without ADMIN_EMAIL',
      { ADMIN_EMAIL: '', ADMIN_PASSWORD: 'four boats under a low sky' },
      'ADMIN_EMAIL must be set beside ADMIN_PASSWORD.',
    ],
    ['absent', {}, 'ADMIN_PASSWORD must be set beside ADMIN_EMAIL, with at least 10 characters.'],
  ])('an ADMIN_PASSWORD that is %s, before anything is installed', async (_, env, sentence) => {
    const { status, output } = await start({ ADMIN_EMAIL: 'elin@example.com', ...env });

    expect({ status, output }).toEqual({ status: 1, output: `  ${sentence}\n` });
    expect(calls()).toEqual([]);
  });

  it('nothing for a valid ADMIN_PASSWORD', async () => {
    const env = { ADMIN_EMAIL: 'elin@example.com', ADMIN_PASSWORD: 'four boats under a low sky' };

    expect((await start(env)).status).toBe(0);
  });

  it('a full disk', async () => {
    const { status, output } = await start({ NPM_FAILS: 'npm error code ENOSPC' });

    expect(status).toBe(1);
    expect(output).toMatch(/ {2}The dependencies could not be installed: the disk is full\.\n$/);
  });

  it('a .cache that is no folder', async () => {
    write('.cache', '');

    const { status, output } = await start();

    expect(status).toBe(1);
    expect(output).toMatch(/EEXIST.*\n {2}.* cannot be written\.\n$/);
  });

  it('a stale lock in a read-only folder', async () => {
    staleLock();
    write('read-only.mjs', READ_ONLY);

    const { status, output } = await start({ NODE_OPTIONS: `--import ${join(root, 'read-only.mjs')}` });

    expect(status).toBe(1);
    expect(output).toMatch(/ cannot be written: this user may not write to the folder\.\n$/);
  });

  it('a failed build after its output', async () => {
    const { status, output } = await start({ NX_FAILS: '1' });

    expect(status).toBe(1);
    expect(output).toMatch(/✖ nx run api:build\n {2}a syntax error\n+ {2}The site could not be built\.\n$/);
    expect(output).not.toContain('✔');
  });
});

function staleLock() {
  write('.cache/bootstrap.lock', '999999');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(root, '.cache/bootstrap.lock'), longAgo, longAgo);
}

function lock(packages) {
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
}
