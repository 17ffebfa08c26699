import { NestFactory } from '@nestjs/core';
import { JobQueue, JobWorker, type QueueBackend } from '@portfolio/jobs';
import { ProcessLogger, type Running } from '@portfolio/lifecycle';
import type { WorkerEnv } from './env.ts';
import { observeJobs } from './observe-jobs.ts';
import { jobHandlers } from './handlers.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { Operations } from './operations.ts';
import { QUEUE_BACKEND, WorkerModule } from './worker.module.ts';

/**
 * Begins to do jobs, after asking again for whatever an earlier process left unfinished.
 *
 * @param options `remindEvery` as in JobQueue.keepSchedule()
 */
export async function startWorker(env: WorkerEnv, options: { remindEvery?: number } = {}): Promise<Running> {
  const logger = new ProcessLogger(env.LOG_LEVEL);
  const app = await NestFactory.createApplicationContext(WorkerModule.for(env), {
    logger,
    // A fault at the start is told by run(), not by Nest's own end of the process.
    abortOnError: false,
  });
  const jobs = app.get(JobQueue);
  const operations = app.get(Operations);
  await jobs.keepSchedule(options);
  const worker = new JobWorker({
    backend: app.get<QueueBackend>(QUEUE_BACKEND),
    handlers: jobHandlers(app),
    concurrency: env.CONCURRENCY,
    takeOverAfter: env.JOB_TAKEOVER_MS,
    queue: jobs,
    onError: (error, job, requestId) => logger.warn({ err: error, job, requestId }, 'JobWorker'),
    around: observeJobs(operations.jobs),
  });
  await worker.ready();
  operations.isLive = () => worker.isAlive();
  await app.get(Requeue).run({ untouchedFor: 0 });
  return {
    async stop() {
      operations.drain();
      await worker.close({ within: env.STOP_WITHIN_MS });
      await jobs.close();
      await app.close();
    },
  };
}
