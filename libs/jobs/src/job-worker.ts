import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { UnrecoverableError, WaitingError, type Job } from 'bullmq';
import { bullmq, bullOptions, QUEUE_NAME, type QueueBackend, withTimeout } from './backend.ts';
import type { JobQueue } from './job-queue.ts';
import { isJobName, type JobName, type JobPayloads } from './job-list.ts';
import { traceContextOf, type JobRun } from './job-trace-context.ts';
import type { JobProgress } from './queue-overview.ts';

export interface JobContext {
  /** Whether a failure of this attempt is final. */
  isLastAttempt: boolean;
  /** Aborts when the worker shuts down and the job returns to the queue. Long handlers stop and roll back. */
  signal: AbortSignal;
  /** Stores the progress for `QueueOverview.latest`. It never fails: a job runs without it. */
  report(progress: JobProgress): Promise<void>;
}

/** One handler for each job. Handlers are idempotent. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], job: JobContext) => Promise<void> };

/** A failure that a retry would repeat. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

export interface JobWorkerOptions {
  backend: QueueBackend;
  handlers: JobHandlers;
  concurrency: number;
  /** Called with each connection error and each failed attempt of a job. */
  onError(error: Error, job?: { name: string; payload: unknown }, requestId?: string): void;
  /** Queue from which earlier failures of a job are removed after its final failure. */
  queue?: JobQueue;
  /** Wraps each run, for tracing and metrics. */
  around?(run: () => Promise<void>, job: JobRun): Promise<void>;
  /** Milliseconds after which another worker takes over the job of a dead one. */
  lockDuration?: number;
}

/** Milliseconds for an aborted handler to roll back. */
const ROLLBACK_MS = 1_500;

/** Abort reason at shutdown. */
export class Requeued extends Error {
  override name = 'Requeued';
  override message = 'The worker shuts down, so the job returns to the queue';
}

/** Consumer side of the queue. */
export class JobWorker {
  private readonly worker;
  private readonly backend: QueueBackend;
  private readonly running = new Set<Promise<void>>();
  /** One for each running job. */
  private readonly controllers = new Set<AbortController>();
  private requeuesAll = false;

  constructor(options: JobWorkerOptions) {
    const { backend, handlers, concurrency, onError, queue, lockDuration = 15_000, around = (run) => run() } = options;
    this.backend = backend;
    const { Worker } = bullmq(backend);
    const run = (job: Job, token?: string) => around(() => this.handleOrRequeue(handlers, job, token), runOf(job));
    this.worker = new Worker(QUEUE_NAME, (job, token) => this.track(run(job, token)), {
      ...bullOptions(backend),
      concurrency,
      lockDuration,
      // PostgreSQL needs an integer.
      stalledInterval: Math.ceil(lockDuration / 3),
      // The photo's own count of unfinished renders decides earlier, so that the photo shows the reason.
      maxStalledCount: 10,
    });
    this.worker.on('error', onError);
    this.worker.on('failed', (job, error) => {
      if (!job) return onError(error);
      onError(error, { name: job.name, payload: job.data }, traceContextOf(job).requestId);
      if (queue && job.finishedOn) void this.track(queue.removeEarlierFailures(String(job.id)).catch(onError));
    });
  }

  /** False once it takes no more jobs. An unavailable queue is retried. */
  isAlive(): boolean {
    return this.worker.isRunning();
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  /**
   * Drains: takes no new job and waits for running ones, but not for an unavailable queue. Jobs that still run after `within`
   * return to the queue.
   *
   * @param within milliseconds; by default no limit
   */
  async close({ within }: { within?: number } = {}): Promise<void> {
    const paused = this.worker.pause().catch(() => undefined);
    const late = within === undefined ? undefined : setTimeout(() => this.requeueAll(), within);
    // A fetch in flight may still start a job.
    do {
      await this.idle();
      await withTimeout(this.backend, paused).catch(() => undefined);
    } while (this.running.size > 0);
    clearTimeout(late);
    // A job that is fetched later starts no more.
    this.requeuesAll = true;
    // By force: otherwise BullMQ waits for Redis to come back.
    await this.worker.close(true);
    // A pause that ends later connects to Redis again.
    void paused.then(() => this.worker.disconnect()).catch(() => undefined);
  }

  private requeueAll(): void {
    this.requeuesAll = true;
    for (const controller of this.controllers) controller.abort(new Requeued());
  }

  private async handleOrRequeue(handlers: JobHandlers, job: Job, token: string | undefined): Promise<void> {
    const controller = new AbortController();
    this.controllers.add(controller);
    try {
      if (!this.requeuesAll && (await completes(handle(handlers, job, controller.signal), controller.signal))) return;
    } finally {
      this.controllers.delete(controller);
    }
    // Without the queue, another worker takes over the job once its lock expires.
    await withTimeout(this.backend, job.moveToWait(token)).catch(() => undefined);
    throw new WaitingError();
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

/** @returns false where the run was aborted */
async function completes(run: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const isDone = run.then(
    () => true,
    (error: unknown) => {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    },
  );
  const isAborted = once(signal, 'abort').then(() => wait(ROLLBACK_MS, false));
  return Promise.race([isDone, isAborted]);
}

async function handle(handlers: JobHandlers, job: Job, signal: AbortSignal): Promise<void> {
  if (!isJobName(job.name)) throw new UnrecoverableError(`There is no handler for ${job.name}`);
  const handler = handlers[job.name] as (payload: unknown, context: JobContext) => Promise<void>;
  try {
    await handler(job.data, {
      isLastAttempt: isLastAttempt(job),
      signal,
      report: (progress) => job.updateProgress(progress).catch(() => undefined),
    });
  } catch (error) {
    throw error instanceof PermanentFailure ? new UnrecoverableError(error.message) : error;
  }
}

const isLastAttempt = (job: Job) => job.attemptsMade + 1 >= (job.opts.attempts ?? 1);

/** Names of other releases are reported as `unknown`: each name is a series in the metrics. */
const runOf = (job: Job): JobRun => ({
  name: isJobName(job.name) ? job.name : 'unknown',
  isLastAttempt: isLastAttempt(job),
  ...traceContextOf(job),
});
