import { NestFactory } from '@nestjs/core';
import { JobQueue, JobWorker, outcomeOf, type JobWorkerOptions, type QueueBackend } from '@portfolio/jobs';
import { ProcessLogger, requestIdFrom, type Running, sampleLog, withRequestId } from '@portfolio/lifecycle';
import { traced, type JobMetrics } from '@portfolio/telemetry';
import type { WorkerEnv } from './env.ts';
import { jobHandlers } from './handlers.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { Operations } from './operations.ts';
import { QUEUE_BACKEND, WorkerModule } from './worker.module.ts';

/**
 * Requeues work that earlier processes left unfinished, and starts taking jobs.
 *
 * @param options `rescheduleMs` as in JobQueue.maintainSchedule()
 */
export async function startWorker(env: WorkerEnv, options: { rescheduleMs?: number } = {}): Promise<Running> {
  const logger = new ProcessLogger(env.LOG_LEVEL);
  const app = await NestFactory.createApplicationContext(WorkerModule.for(env), {
    logger,
    // The caller reports a failed start; by default Nest would end the process.
    abortOnError: false,
  });
  const jobs = app.get(JobQueue);
  const operations = app.get(Operations);
  await jobs.maintainSchedule(options);
  // Before the first job: a failed start would not roll back its render.
  await app.get(Requeue).run({ untouchedFor: 0 });
  const worker = new JobWorker({
    backend: app.get<QueueBackend>(QUEUE_BACKEND),
    handlers: jobHandlers(app),
    concurrency: env.CONCURRENCY,
    lockDuration: env.JOB_TAKEOVER_MS,
    queue: jobs,
    onError: logErrors(logger),
    around: observeJobs(operations.jobs),
  });
  await worker.ready();
  operations.takesJobs = () => worker.isAlive();
  return {
    async stop() {
      operations.drain();
      await worker.close({ within: env.STOP_WITHIN_MS });
      await jobs.close();
      await app.close();
    },
  };
}

/**
 * Logs failed attempts of jobs, and one line in ten seconds of each connection error: a queue that is away or recovers
 * reports it many times a second.
 */
export function logErrors(logger: Pick<ProcessLogger, 'warn'>): JobWorkerOptions['onError'] {
  const sample = sampleLog((message: string, leftOut) => logger.warn({ err: { message }, leftOut }, 'JobWorker'), {
    lines: 1,
    periodMs: 10_000,
  });
  return (error, job, requestId) => {
    const write = () => logger.warn({ err: error, job, requestId }, 'JobWorker');
    if (job) write();
    else sample(error.message, write);
  };
}

/**
 * Runs each job within the log context and trace of the request that enqueued it. Jobs without a request id,
 * such as repeating ones, get a new one.
 *
 * @param metrics undefined where metrics are off
 */
export function observeJobs(metrics: JobMetrics | undefined): NonNullable<JobWorkerOptions['around']> {
  return (run, job) =>
    withRequestId(requestIdFrom(job.requestId), async () => {
      const start = performance.now();
      let thrown: unknown;
      try {
        await traced(`job ${job.name}`, run, { kind: 'consumer', parent: job.traceparent });
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        metrics?.observe(job.name, outcomeOf(thrown, job), (performance.now() - start) / 1000);
      }
    });
}
