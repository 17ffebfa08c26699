import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalPostgres } from '@portfolio/local-postgres';

const loader = fileURLToPath(new URL('../../run-typescript.mjs', import.meta.url));
const source = new URL('../src/main.ts', import.meta.url).href;
const here = fileURLToPath(new URL('..', import.meta.url));

/** Takes the place of the api's command: tells what it was told, and whether the database answers there. */
const FAKE = `
  import { connect } from 'node:net';
  const { DATABASE_URL, STORAGE_DIR } = process.env;
  const tell = (answers) => { console.log(JSON.stringify({ args: process.argv.slice(2), DATABASE_URL, STORAGE_DIR, answers })); process.exit(7); };
  if (!DATABASE_URL) tell(false);
  else connect(Number(new URL(DATABASE_URL).port), '127.0.0.1').on('connect', () => tell(true)).on('error', () => tell(false));`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'admin-'));
  mkdirSync(join(root, 'api/dist'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  for (const name of ['admin', 'backup', 'restore']) writeFileSync(join(root, `api/dist/${name}.js`), FAKE);
});
afterEach(() => rmSync(root, { recursive: true, maxRetries: 5 }));

const admin = (args: string[], env?: Record<string, string>) => run('runAdmin', args, env);

async function run(command: 'runAdmin' | 'runBackup' | 'runRestore', args: string[], env: Record<string, string> = {}) {
  const script = `
    import { ${command} } from '${source}';
    process.exit(await ${command}({ args: ${JSON.stringify(args)}, root: '${root}' }));`;
  const child = spawn(
    process.execPath,
    ['--conditions=@portfolio/source', '--import', loader, '--input-type=module', '-e', script],
    { cwd: here, env: { PATH: process.env.PATH, ...env } },
  );
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, errors, told: out === '' ? undefined : JSON.parse(out) };
}

it('passes on what it is told and the status, on the database that it is told', async () => {
  const DATABASE_URL = 'postgres://nobody@localhost:9/nothing';

  expect(await admin(['create', '--name', 'Elin Marsh'], { DATABASE_URL })).toMatchObject({
    status: 7,
    told: { args: ['create', '--name', 'Elin Marsh'], DATABASE_URL },
  });
});

it('starts the site’s own database for the moment, where the site does not run', async () => {
  const { status, told } = await admin(['create'], { DATA_DIR: 'mine' });

  expect({ status, answers: told.answers }).toEqual({ status: 7, answers: true });
  expect(told.DATABASE_URL).toMatch(/^postgres:\/\/.*@127\.0\.0\.1:\d+\/portfolio$/);
});

it('joins the site’s own database where it runs, and leaves it running', async () => {
  const postgres = await startLocalPostgres({ dataDir: join(root, '.data/postgres'), durable: false });
  try {
    expect((await admin(['create'])).told).toMatchObject({ DATABASE_URL: postgres.url, answers: true });
    expect((await admin(['create'])).told).toMatchObject({ DATABASE_URL: postgres.url, answers: true });
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
] as const)('makes no database where there has never been a site: %s %s', async (command, arg) => {
  mkdirSync(join(root, 'mistyped'));

  const { status, errors } = await run(command, [arg], { DATA_DIR: 'mistyped' });

  expect(status).toBe(1);
  expect(errors).toContain(`There is no site in ${join(root, 'mistyped')}`);
  expect(readdirSync(join(root, 'mistyped'))).toEqual([]);
});

describe.each([
  ['runAdmin', 'rerender'],
  ['runAdmin', 'trash'],
  ['runBackup', '/bag'],
  ['runRestore', '/bag'],
] as const)('%s %s finds the files of a site with another database', (command, arg) => {
  const DATABASE_URL = 'postgres://nobody@localhost:9/nothing';

  it.each([
    ['where npm start keeps them', {}, '.data/storage'],
    ['in the folder that is told', { STORAGE_DIR: 'pictures' }, 'pictures'],
    ['in a bucket', { S3_BUCKET: 'pictures' }, undefined],
  ])('%s', async (_, env, folder) => {
    const { told } = await run(command, [arg], { DATABASE_URL, ...env });
    expect(told.STORAGE_DIR).toBe(folder && join(root, folder));
  });
});

it.each([['runAdmin', 'create'] as const, ['runRestore', '/bag'] as const])(
  'says so where no folder can be made: %s %s',
  async (command, arg) => {
    const { status, errors } = await run(command, [arg], { DATA_DIR: '/proc/portfolio' });

    expect({ status, errors }).toEqual({
      status: 1,
      errors: '/proc/portfolio cannot be made: choose another folder (DATA_DIR=...).\n',
    });
  },
);

it('explains itself without a database', async () => {
  expect((await admin(['--help'])).told).toEqual({ args: ['--help'], answers: false });
});

it('says what is wrong with its settings', async () => {
  const { status, errors } = await admin(['create'], { DATABASE_URL: 'mysql://x' });

  expect({ status, errors }).toEqual({
    status: 1,
    errors: expect.stringContaining('DATABASE_URL: must be a postgres'),
  });
});
