import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { addTracked } from '../src/queue-overview.ts';
import { Bench, until } from './bench.ts';
import { postgresMedium } from './medium.ts';

let bench: Bench;
beforeEach(async () => {
  bench = new Bench(await postgresMedium());
});
afterEach(() => bench.remove());

it.each([
  ['a job', (photoId: number) => bench.render(photoId)],
  ['a job whose end is waited for', (photoId: number) => addTracked(bench.queue, 'photo.rebuild', { photoId })],
])('accepts %s although PostgreSQL repeats numbers after a crash', async (_, add) => {
  await bench.work();
  await bench.directly((bull) => bull.add('photo.render' as never, {} as never));
  await add(1);
  await until(async () => (await bench.count('completed')) === 2);

  await startNumbersAgain();
  await add(2);
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
