import { expect, it } from '@jest/globals';
import { startCrashingPostgres } from '@portfolio/testing';
import { queueBackend } from '../src/backend.ts';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';

it('survives a database that dies right after the connection', async () => {
  const server = await startCrashingPostgres();
  const queue = new JobQueue(queueBackend({ databaseUrl: server.url }), () => undefined);

  await expect(queue.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);

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
