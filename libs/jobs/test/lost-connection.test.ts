import { expect, it } from '@jest/globals';
import { startCrashingPostgres } from '@portfolio/testing';
import type { PostgresQueueBackend } from 'bullmq';
import { bullmq, bullOptions, QUEUE_NAME, queueBackend } from '../src/backend.ts';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';

it('survives a database that dies right after the connection', async () => {
  const server = await startCrashingPostgres();
  const queue = new JobQueue(queueBackend({ databaseUrl: server.url }), () => undefined);

  await expect(queue.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);

  await queue.close();
  server.close();
});

it('survives a database that dies right after the connection for notifications', async () => {
  const server = await startCrashingPostgres();
  const backend = queueBackend({ databaseUrl: server.url });
  const queue = new (bullmq(backend).Queue)(QUEUE_NAME, bullOptions(backend));
  queue.on('error', () => undefined);

  const client = await (queue.getBackend() as unknown as PostgresQueueBackend).connection.getListenClient();
  await expect(client.query('listen jobs')).rejects.toThrow('not queryable');

  await queue.close();
  server.close();
});

it('survives a database that ends a connection while the queue closes it', () => {
  const backend = queueBackend({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  if (backend.kind !== 'postgres') throw new Error('The queue is on PostgreSQL here');
  const client = new backend.connection.Client();

  // BullMQ does this before it ends its LISTEN connection.
  client.on('notification', () => undefined);
  client.removeAllListeners();

  expect(client.listenerCount('notification')).toBe(0);
  expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow();
});
