import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { loadEnv } from '@portfolio/config';
import { JobQueue, JobWorker, queueBackend } from '@portfolio/jobs';
import { currentRequestId, withRequestId } from '@portfolio/lifecycle';
import { currentTraceContext } from '@portfolio/telemetry';
import { WorkerEnv } from '../src/env.ts';
import { jobHandlers } from '../src/handlers.ts';
import { Requeue } from '../src/housekeeping/requeue.ts';
import { observeJobs, startWorker } from '../src/start-worker.ts';
import { Operations } from '../src/operations.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
let operations: Operations;
let worker: JobWorker;
/** The request of each job during its run. */
const known = new Map<string, string | undefined>();
const requestIds: (string | undefined)[] = [];

beforeAll(async () => {
  backend = await createBackend({ METRICS_PORT: '0' });
  operations = backend.app.get(Operations);
  const follow = observeJobs(operations.jobs);
  worker = new JobWorker({
    backend: queueBackend({ databaseUrl: backend.variables.DATABASE_URL }),
    handlers: jobHandlers(backend.app),
    concurrency: 1,
    onError: (_error, _job, requestId) => void requestIds.push(requestId),
    around: (run, job) =>
      follow(() => {
        known.set(job.name, currentRequestId());
        return run();
      }, job),
  });
  await worker.ready();
}, 60_000);
afterAll(async () => {
  await worker.close();
  await backend.close();
});

const get = async (path: string) => {
  const response = await fetch(`${operations.url}${path}`);
  return { status: response.status, text: await response.text() };
};

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const jobs = () =>
  new JobQueue(queueBackend({ databaseUrl: backend.variables.DATABASE_URL }), () => undefined, currentTraceContext);

it('exposes render durations by stage and job outcomes', async () => {
  const { id } = await backend.accept();
  const queue = jobs();
  await withRequestId('upload-of-a-photo', () => queue.add('photo.render', { photoId: id }));
  await queue.add('housekeeping.requeue', {});
  await until(async () => (await backend.find(id)).status === 'ready');
  await until(async () => (await get('/metrics')).text.includes('portfolio_jobs_total{name="housekeeping.requeue"'));
  await queue.close();

  const { text } = await get('/metrics');
  for (const stage of ['read', 'decode', 'resize', 'avif', 'webp', 'jpeg', 'store']) {
    expect(text).toMatch(new RegExp(`portfolio_render_duration_seconds_count{stage="${stage}"} [1-9]`));
  }
  expect(text).toContain('portfolio_renders_total{outcome="made"} 1');
  expect(text).toContain('portfolio_jobs_total{name="photo.render",outcome="completed"} 1');
  expect(text).toMatch(/portfolio_queue_jobs{state="waiting"} \d/);
  expect(text).toMatch(/portfolio_queue_oldest_waiting_seconds \d/);
  expect(text).toMatch(/portfolio_database_pool{state="idle"} \d/);
  expect(text).toContain('portfolio_dependency_up{dependency="storage"} 1');

  expect(known.get('photo.render')).toBe('upload-of-a-photo');
  // Repeating jobs have request ids of their own.
  expect(known.get('housekeeping.requeue')).toMatch(/^[\w.-]{8,64}$/);
  expect(known.get('housekeeping.requeue')).not.toBe('upload-of-a-photo');
}, 60_000);

it('counts faulty pictures', async () => {
  const { id } = await backend.accept(Buffer.from('no picture at all'));
  const queue = jobs();
  await queue.add('photo.render', { photoId: id });
  await until(async () => (await backend.find(id)).status === 'failed');
  await queue.close();
  expect((await get('/metrics')).text).toContain('portfolio_renders_total{outcome="at-fault"} 1');
}, 60_000);

it('is live while it takes jobs, and ready from their start until it drains', async () => {
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/health/ready')).status).toBe(503);

  operations.takesJobs = () => worker.isAlive();
  expect(await get('/health/live')).toEqual({ status: 200, text: '{"status":"live"}' });
  expect((await get('/health/ready')).status).toBe(200);

  operations.drain();
  expect(JSON.parse((await get('/health/ready')).text)).toEqual({
    status: 'draining',
    parts: { database: 'up', queue: 'up', storage: 'up' },
  });
  expect((await get('/health/ready')).status).toBe(503);
  await worker.close();
  expect((await get('/health/live')).status).toBe(503);
});

it('requeues unfinished work before it takes a job', async () => {
  await worker.close();
  const queue = jobs();
  await queue.add('photo.render', { photoId: 987_654 });
  const counts: Record<string, number>[] = [];
  jest.spyOn(Requeue.prototype, 'run').mockImplementationOnce(async () => {
    counts.push(await queue.counts());
    await wait(500);
    counts.push(await queue.counts());
  });

  const started = await startWorker(loadEnv(WorkerEnv, backend.variables));

  await started.stop();
  await queue.close();
  expect(counts[1]).toEqual(counts[0]);
  expect(counts[0]!.waiting).toBeGreaterThan(0);
});
