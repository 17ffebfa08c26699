import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from '@portfolio/lifecycle';
import { movedDataDir, startLocalPostgres } from '@portfolio/local-postgres';
import { BUNDLE } from './fake-site.ts';

const here = fileURLToPath(new URL('..', import.meta.url));

/** Replaces the API's command: prints its arguments and settings, and whether the database is reachable. */
const FAKE = `
  import { connect } from 'node:net';
  const { DATABASE_URL, STORAGE_DIR } = process.env;
  const report = (isReachable) => { console.log(JSON.stringify({ args: process.argv.slice(2), DATABASE_URL, STORAGE_DIR, isReachable })); process.exit(7); };
  if (!DATABASE_URL) report(false);
  else connect(Number(new URL(DATABASE_URL).port), '127.0.0.1').on('connect', () => report(true)).on('error', () => report(false));`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'admin-'));
  mkdirSync(join(root, 'api/dist'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  for (const name of ['admin', 'backup', 'restore']) writeFileSync(join(root, `api/dist/${name}.js`), FAKE);
});
afterEach(() => rmSync(root, { recursive: true, maxRetries: 5 }));

const admin = (args: string[], env?: Record<string, string>) => run('runAdmin', args, env);

async function run(
  command: 'runAdmin' | 'runBackup' | 'runRestore',
  args: string[],
  env: Record<string, string> = {},
  user: { uid?: number; gid?: number } = {},
) {
  const script = `
    import { ${command} } from '${BUNDLE}';
    process.exit(await ${command}({ args: ${JSON.stringify(args)}, root: '${root}' }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: here,
    env: { PATH: process.env.PATH, ...env },
    ...user,
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, errors, received: out === '' ? undefined : JSON.parse(out) };
}

it('passes arguments, DATABASE_URL and exit status through', async () => {
  const DATABASE_URL = 'postgres://nobody@localhost:9/nothing';

  expect(await admin(['create', '--name', 'Elin Marsh'], { DATABASE_URL })).toMatchObject({
    status: 7,
    received: { args: ['create', '--name', 'Elin Marsh'], DATABASE_URL },
  });
});

it('starts the embedded database for the command, when the site does not run', async () => {
  const { status, received } = await admin(['create'], { DATA_DIR: 'mine' });

  expect({ status, isReachable: received.isReachable }).toEqual({ status: 7, isReachable: true });
  expect(received.DATABASE_URL).toMatch(/^postgres:\/\/.*@127\.0\.0\.1:\d+\/portfolio\?sslmode=disable$/);
});

it('joins the embedded database of a running site, and leaves it running', async () => {
  const postgres = await startLocalPostgres({ dataDir: join(root, '.data/postgres'), durable: false });
  try {
    expect((await admin(['create'])).received).toMatchObject({ DATABASE_URL: postgres.url, isReachable: true });
    expect((await admin(['create'])).received).toMatchObject({ DATABASE_URL: postgres.url, isReachable: true });
  } finally {
    await postgres.stop();
  }
});

it.each([
  ['runAdmin', 'reset-password'],
  ['runAdmin', 'rerender'],
  ['runAdmin', 'trash'],
  ['runAdmin', 'list'],
  ['runAdmin', 'remove'],
  ['runBackup', '/bag'],
] as const)('creates no database in a folder without a site: %s %s', async (command, arg) => {
  mkdirSync(join(root, 'mistyped'));

  const { status, errors } = await run(command, [arg], { DATA_DIR: 'mistyped' });

  expect(status).toBe(1);
  expect(errors).toContain(`There is no site in ${join(root, 'mistyped')}`);
  expect(readdirSync(join(root, 'mistyped'))).toEqual([]);
});

it('creates no account in the default folder without a site', async () => {
  const { status, errors } = await admin(['create']);

  expect(status).toBe(1);
  expect(errors).toContain(`There is no site in ${join(root, '.data')}`);
  expect(readdirSync(root)).not.toContain('.data');
});

const isRoot = process.getuid?.() === 0;
/** A user who may not enter a closed folder. */
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const isReadable = spawnSync('test', ['-r', fileURLToPath(import.meta.url)], stranger).status === 0;

(isReadable ? it : it.skip).each(['list', 'create'])('reports the folder of another user: %s', async (command) => {
  const closed = join(root, 'closed');
  mkdirSync(closed, { mode: 0 });
  chmodSync(root, 0o711);

  const { status, errors } = await run('runAdmin', [command], { DATA_DIR: closed }, stranger);

  chmodSync(closed, 0o700);
  expect(status).toBe(1);
  expect(errors).toMatch(/^\/\S+\/closed cannot be written: choose another folder.*, or start as a user who may\.\n$/);
});

// Before the first start, DATA_DIR has no other file of the site.
(isRoot ? it : it.skip)('finds a site whose database was moved', async () => {
  const moved = movedDataDir(join(root, 'moved/postgres'));
  mkdirSync(moved, { recursive: true });

  const { received } = await admin(['list'], { DATA_DIR: 'moved' });

  for (const path of [moved, `${moved}.log`, `${moved}.lock`]) rmSync(path, { recursive: true, force: true });
  expect(received).toMatchObject({ isReachable: true });
});

describe('the files of a site with another database are found', () => {
  const env = { DATABASE_URL: 'postgres://nobody@localhost:9/nothing' };

  it.each([
    ['in the folder of STORAGE_DIR', { STORAGE_DIR: 'pictures' }, 'pictures'],
    ['in a bucket', { S3_BUCKET: 'pictures' }, undefined],
  ])('%s', async (_, storage, folder) => {
    const { received } = await run('runBackup', ['/bag'], { ...env, ...storage });
    expect(received.STORAGE_DIR).toBe(folder && join(root, folder));
  });

  it.each([
    ['runAdmin', 'rerender'],
    ['runAdmin', 'trash'],
    ['runBackup', '/bag'],
    ['runRestore', '/bag'],
  ] as const)('in the storage folder of npm start: %s %s', async (command, arg) => {
    const { received } = await run(command, [arg], env);
    expect(received.STORAGE_DIR).toBe(join(root, '.data/storage'));
  });
});

it.each([['runAdmin', 'create'] as const, ['runRestore', '/bag'] as const])(
  'reports a data folder that cannot be created: %s %s',
  async (command, arg) => {
    const { status, errors } = await run(command, [arg], { DATA_DIR: '/proc/portfolio' });

    expect({ status, errors }).toEqual({
      status: 1,
      errors: '/proc/portfolio cannot be made: choose another folder (DATA_DIR=...).\n',
    });
  },
);

it('reports a restore into the folder of a running site, with the command for another folder', async () => {
  mkdirSync(join(root, '.data'));
  const release = takeLock(join(root, '.data/site.lock'));

  const { status, errors } = await run('runRestore', ['/bag']);

  release();
  expect(status).toBe(1);
  expect(errors).toMatch(
    /^Another site runs on .* choose another folder: DATA_DIR=\.data-2 npm run restore -- \.\.\.\n$/,
  );
});

it('prints its help without a database', async () => {
  // Whatever the environment.
  const env = { LOG_LEVEL: 'loud' };
  expect((await admin(['--help'], env)).received).toEqual({ args: ['--help'], isReachable: false });
});

it('reports invalid settings', async () => {
  const { status, errors } = await admin(['create'], { DATABASE_URL: 'mysql://x' });

  expect({ status, errors }).toEqual({
    status: 1,
    errors: expect.stringContaining('DATABASE_URL: must be a postgres'),
  });
});
