import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { Bench, until } from './bench.ts';
import { postgresMedium } from './medium.ts';

let bench: Bench;
beforeEach(async () => {
  bench = new Bench(await postgresMedium());
});
afterEach(() => bench.remove());

it('takes a job although PostgreSQL gives numbers again that it gave before a crash', async () => {
  await bench.work();
  await bench.directly((bull) => bull.add('photo.render' as never, {} as never));
  await bench.render(1);
  await until(async () => (await bench.count('completed')) === 2);

  await startNumbersAgain();
  await bench.render(2);
  await until(async () => bench.runs.some(({ photoId }) => photoId === 2));
});

async function startNumbersAgain(): Promise<void> {
  const client = new pg.Client(bench.medium.addresses.databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(
    `select setval(oid::regclass, 1, false) from pg_class where relname like 'bullmq_jid_%'`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}
