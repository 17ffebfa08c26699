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
