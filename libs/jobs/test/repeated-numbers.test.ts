import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { TestQueue, until } from './test-queue.ts';
import { postgresBackend } from './test-backend.ts';

let testQueue: TestQueue;
beforeEach(async () => {
  testQueue = new TestQueue(await postgresBackend());
});
afterEach(() => testQueue.remove());

it('accepts a job although PostgreSQL repeats numbers after a crash', async () => {
  await testQueue.work();
  await testQueue.directly((bull) => bull.add('photo.render' as never, {} as never));
  await testQueue.render(1);
  await until(async () => (await testQueue.count('completed')) === 2);

  await startNumbersAgain();
  await testQueue.render(2);
  await until(async () => testQueue.runs.some(({ photoId }) => photoId === 2));
});

async function startNumbersAgain(): Promise<void> {
  const client = new pg.Client(testQueue.backend.addresses.databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(
    `select setval(oid::regclass, 1, false) from pg_class where relname like 'bullmq_jid_%'`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}
