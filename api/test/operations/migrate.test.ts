import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
afterEach(() => api.database.query(`delete from migrations where name = 'FromTheFuture'`));

/** Runs the command of the service `migrate`. */
async function migrate(...args: string[]) {
  const node = ['--conditions=@portfolio/source', '--import', pathTo('../../../tools/run-typescript.mjs')];
  const child = spawn(process.execPath, [...node, pathTo('../../src/migrate.ts'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: api.env.DATABASE_URL },
  });
  const output = { out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.errors += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { ...output, status };
}

it('says that there is nothing to migrate', async () => {
  expect(await migrate()).toEqual({ out: 'The database is up to date.\n', errors: '', status: 0 });
}, 60_000);

it('accepts the schema of a newer version after a rollback, and only then', async () => {
  await api.database.query(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture')`);

  expect(await migrate()).toMatchObject({ status: 1, errors: expect.stringContaining('newer version') });
  expect(await migrate('--accept-newer')).toEqual({
    out: 'The database is of a newer version, and stays so.\n',
    errors: '',
    status: 0,
  });
}, 60_000);
