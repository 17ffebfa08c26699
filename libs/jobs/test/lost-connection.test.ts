import { expect, it } from '@jest/globals';
import { startDyingPostgres } from '@portfolio/testing';
import { queueBackend } from '../src/backend.ts';
import { JobQueue, QueueUnavailableError } from '../src/job-queue.ts';

it('survives a database that dies in the moment of its welcome', async () => {
  const server = await startDyingPostgres();
  const queue = new JobQueue(queueBackend({ databaseUrl: server.url }), () => undefined);

  await expect(queue.add('photo.render', { photoId: 1 })).rejects.toThrow(QueueUnavailableError);

  await queue.close();
  server.close();
});

it('survives a database that ends its connection while the queue closes it', () => {
  const backend = queueBackend({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  if (backend.kind !== 'postgres') throw new Error('The queue is on PostgreSQL here');
  const client = new backend.connection.Client();

  // As BullMQ does before it ends the connection that it listens on.
  client.on('notification', () => undefined);
  client.removeAllListeners();

  expect(client.listenerCount('notification')).toBe(0);
  expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow();
});
