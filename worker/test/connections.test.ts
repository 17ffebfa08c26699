import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type JobHandlers, JobQueue, JobWorker, type QueueBackend } from '@portfolio/jobs';
import { DataSource } from 'typeorm';
import { QUEUE_BACKEND } from '../src/worker.module.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ CONCURRENCY: '40' });
});
afterAll(() => backend.close());

it('forty concurrent jobs share at most twenty connections of a worker', async () => {
  const [database, jobs] = [backend.app.get(DataSource), backend.app.get(JobQueue)];
  const counts: number[] = [];
  const worker = new JobWorker({
    backend: backend.app.get<QueueBackend>(QUEUE_BACKEND),
    handlers: {
      'photo.render': async () => {
        const [{ count }] = await database.query<[{ count: number }]>(
          `select count(*)::int, pg_sleep(0.05) from pg_stat_activity where datname = current_database()`,
        );
        counts.push(count);
      },
    } as Partial<JobHandlers> as JobHandlers,
    concurrency: 40,
    onError: () => undefined,
  });
  for (let photoId = 1; photoId <= 40; photoId += 1) await jobs.add('photo.render', { photoId });
  while (((await jobs.counts()).completed ?? 0) < 40) await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.close();

  expect(counts).toHaveLength(40);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20);
});
