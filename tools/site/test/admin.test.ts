import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const { DATABASE_URL } = process.env;
  const tell = (answers) => { console.log(JSON.stringify({ args: process.argv.slice(2), DATABASE_URL, answers })); process.exit(7); };
  if (!DATABASE_URL) tell(false);
  else connect(Number(new URL(DATABASE_URL).port), '127.0.0.1').on('connect', () => tell(true)).on('error', () => tell(false));`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'admin-'));
  mkdirSync(join(root, 'api/dist'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'api/dist/admin.js'), FAKE);
});
afterEach(() => rmSync(root, { recursive: true, maxRetries: 5 }));

async function admin(args: string[], env: Record<string, string> = {}) {
  const script = `
    import { runAdmin } from '${source}';
    process.exit(await runAdmin({ args: ${JSON.stringify(args)}, root: '${root}' }));`;
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

it('makes no database to look for an account in', async () => {
  const { status, errors } = await admin(['reset-password'], { DATA_DIR: 'mistyped' });

  expect(status).toBe(1);
  expect(errors).toContain(`There is no site in ${join(root, 'mistyped')}`);
});

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
