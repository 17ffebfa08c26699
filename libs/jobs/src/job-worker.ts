import { UnrecoverableError, type Job } from 'bullmq';
import { bullmq, QUEUE_NAME, type QueueBackend } from './backend.ts';
import { inTime } from './in-time.ts';
import { JOBS, type JobName, type JobPayloads } from './job-list.ts';

/** What a handler knows of its run. */
export interface JobContext {
  /** True where a failure now is not tried again. */
  isLastAttempt: boolean;
}

/** One handler for every job: a missing one does not compile. Each may run twice with no harm. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], job: JobContext) => Promise<void> };

/** Thrown by a handler where another attempt would fail in the same way. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

export interface JobWorkerOptions {
  backend: QueueBackend;
  handlers: JobHandlers;
  /** Jobs at the same time. */
  concurrency: number;
  /** Told of faults of the connection, which mends itself, and of jobs that failed. */
  onError(error: Error, job?: { name: string; payload: unknown }): void;
  /** Milliseconds after which the job of a worker that died is given to another. */
  takeOverAfter?: number;
}

/** A process that does the jobs. */
export class JobWorker {
  private readonly worker;
  private readonly running = new Set<Promise<void>>();

  constructor({ backend, handlers, concurrency, onError, takeOverAfter = 15_000 }: JobWorkerOptions) {
    const { Worker } = bullmq(backend);
    this.worker = new Worker(QUEUE_NAME, (job) => this.track(handle(handlers, job)), {
      connection: backend.connection,
      concurrency,
      lockDuration: takeOverAfter,
      // A whole number, or PostgreSQL refuses every check for stalled jobs.
      stalledInterval: Math.ceil(takeOverAfter / 3),
      // The photo's own count of unfinished renders decides when to give up, so that the reason stands on the photo.
      maxStalledCount: 10,
    });
    this.worker.on('error', onError);
    this.worker.on('failed', (job, error) => onError(error, job && { name: job.name, payload: job.data }));
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  /** Takes no new job and waits for those that run, but not for a queue that is away. */
  async close(): Promise<void> {
    const paused = this.worker.pause();
    await Promise.race([paused, this.idle()]);
    await inTime(paused).catch(() => undefined);
    // By force, or BullMQ would say farewell to Redis, and wait with that until Redis is back.
    await this.worker.close(true);
  }

  private async track(run: Promise<void>): Promise<void> {
    this.running.add(run);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }

  private async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }
}

async function handle(handlers: JobHandlers, job: Job): Promise<void> {
  if (!isJobName(job.name)) throw new UnrecoverableError(`There is no handler for ${job.name}`);
  const handler = handlers[job.name] as (payload: unknown, context: JobContext) => Promise<void>;
  try {
    await handler(job.data, { isLastAttempt: job.attemptsMade + 1 >= (job.opts.attempts ?? 1) });
  } catch (error) {
    throw error instanceof PermanentFailure ? new UnrecoverableError(error.message) : error;
  }
}

const isJobName = (name: string): name is JobName => name in JOBS;
