import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { addTracked } from '../src/queue-overview.ts';
import { TestQueue, until } from './test-queue.ts';
import { postgresBackend } from './test-backend.ts';

let testQueue: TestQueue;
beforeEach(async () => {
  testQueue = new TestQueue(await postgresBackend());
});
afterEach(() => testQueue.remove());

it.each([
  ['a job', (photoId: number) => testQueue.render(photoId)],
  ['a job whose end is waited for', (photoId: number) => addTracked(testQueue.queue, 'photo.rebuild', { photoId })],
])('accepts %s although PostgreSQL repeats numbers after a crash', async (_, add) => {
  await testQueue.work();
  await testQueue.directly((bull) => bull.add('photo.render' as never, {} as never));
  await add(1);
  await until(async () => (await testQueue.count('completed')) === 2);

  await startNumbersAgain();
  await add(2);
  await until(async () => testQueue.runs.some(({ photoId }) => photoId === 2));
});

async function startNumbersAgain(): Promise<void> {
  const client = new pg.Client(testQueue.server.addresses.databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(
    `select setval(oid::regclass, 1, false) from pg_class where relname like 'bullmq_jid_%'`,
  );
  await client.end();
  expect(rowCount).toBe(1);
}
