import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { runBuiltCommand } from '../run-built-command.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
afterEach(() => api.database.query(`delete from migrations where name = 'FromTheFuture'`));

/** Runs the command of the service `migrate`. */
const migrate = (...args: string[]) => runBuiltCommand('migrate', args, { DATABASE_URL: api.env.DATABASE_URL });

it('says that there is nothing to migrate', async () => {
  expect(await migrate()).toEqual({ out: 'The database is up to date.\n', errors: '', status: 0 });
});

it('accepts the schema of a newer version after a rollback, and only then', async () => {
  await api.database.query(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture')`);

  expect(await migrate()).toMatchObject({ status: 1, errors: expect.stringContaining('newer version') });
  expect(await migrate('--accept-newer')).toEqual({
    out: 'The database is of a newer version, and stays so.\n',
    errors: '',
    status: 0,
  });
});
