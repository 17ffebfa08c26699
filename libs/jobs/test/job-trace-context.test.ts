import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { JobQueue } from '../src/job-queue.ts';
import { JOB_NAMES, jobOptions } from '../src/job-list.ts';
import { outcomeOf, type JobRun, type JobTraceContext } from '../src/job-trace-context.ts';
import { JobWorker, PermanentFailure, type JobHandlers } from '../src/job-worker.ts';
import { bullmq, bullOptions, QUEUE_NAME } from '../src/backend.ts';
import { until } from './test-queue.ts';
import { postgresBackend, redisBackend, type TestBackend } from './test-backend.ts';

const TRACE_CONTEXT = {
  requestId: 'request-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

function traceContexts(makeBackend: () => Promise<TestBackend>) {
  let backend: TestBackend;
  let current: JobTraceContext;
  let queue: JobQueue;
  let worker: JobWorker | undefined;
  let runs: (JobRun & { outcome: string; payload?: unknown })[];
  let faults: (string | undefined)[];

  beforeEach(async () => {
    backend = await makeBackend();
    current = TRACE_CONTEXT;
    [runs, faults, worker] = [[], [], undefined];
    queue = new JobQueue(
      backend,
      () => undefined,
      () => current,
    );
  });
  afterEach(async () => {
    await worker?.close();
    await queue.close();
    await backend.remove();
  });

  async function work(handler: () => Promise<void> = async () => undefined) {
    let payload: unknown;
    const handle = (given: unknown) => ((payload = given), handler());
    worker = new JobWorker({
      backend,
      handlers: Object.fromEntries(JOB_NAMES.map((name) => [name, handle])) as unknown as JobHandlers,
      concurrency: 1,
      onError: (_error, _job, requestId) => void faults.push(requestId),
      async around(run, job) {
        let thrown: unknown;
        await run().catch((error: unknown) => (thrown = error));
        runs.push({ ...job, outcome: outcomeOf(thrown, job), payload });
        if (thrown !== undefined) throw thrown;
      },
    });
    await worker.ready();
  }

  it('carries the request of a job beside an unchanged payload', async () => {
    await queue.add('photo.render', { photoId: 7 });
    await work();
    await until(async () => runs.length === 1);
    expect(runs[0]).toMatchObject({
      name: 'photo.render',
      ...TRACE_CONTEXT,
      outcome: 'completed',
      payload: { photoId: 7 },
    });
  });

  it('deduplicates jobs of different requests', async () => {
    await queue.add('photo.render', { photoId: 7 });
    current = { requestId: 'request-2' };
    await queue.add('photo.render', { photoId: 7 });
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
    await work();
    await until(async () => runs.length === 1);
    expect(runs[0]).toMatchObject({ requestId: 'request-1' });
  });

  it('runs jobs without a trace context', async () => {
    const { Queue } = bullmq(backend);
    const old = new Queue(QUEUE_NAME, bullOptions(backend));
    await old.add('photo.render', { photoId: 1 }, jobOptions('photo.render', { photoId: 1 }));
    await old.close();
    current = {};
    await queue.add('photo.render', { photoId: 2 });
    await work();
    await until(async () => runs.length === 2);
    for (const run of runs) expect(run).not.toHaveProperty('requestId');
  });

  it('reports a failure with its request, and whether a retry follows', async () => {
    await queue.add('photo.render', { photoId: 7 });
    let failure = new Error('not now');
    await work(() => Promise.reject(failure));
    await until(async () => runs.length === 1 && faults.length === 1);
    expect(runs[0]?.outcome).toBe('retried');

    failure = new PermanentFailure('never');
    await queue.add('photo.render', { photoId: 8 });
    await until(async () => runs.length === 2 && faults.length === 2);
    expect(runs[1]?.outcome).toBe('failed');
    expect(faults).toEqual(['request-1', 'request-1']);
  });
}

describe('The trace context of a job, on PostgreSQL', () => traceContexts(postgresBackend));
describeWithRedis('The trace context of a job, on Redis', () => traceContexts(redisBackend));
