import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { UnrecoverableError, WaitingError, type Job } from 'bullmq';
import { bullmq, bullOptions, QUEUE_NAME, type QueueBackend } from './backend.ts';
import { withTimeout } from './with-timeout.ts';
import type { JobQueue } from './job-queue.ts';
import { JOBS, type JobName, type JobPayloads } from './job-list.ts';
import { trailOf, type JobRun } from './job-trail.ts';

/** What a handler knows of its run. */
export interface JobContext {
  /** True where a failure now is not tried again. */
  isLastAttempt: boolean;
  /**
   * Aborted when the worker stops and waits no longer: the job goes back to the queue. Handlers that take long listen,
   * and undo what they have noted of this run.
   */
  signal: AbortSignal;
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
  onError(error: Error, job?: { name: string; payload: unknown }, requestId?: string): void;
  /** Where a job fails for the last time, its earlier failures leave this queue. */
  queue?: JobQueue;
  /** Runs a job, for those who want to know what is done for which request and how long it takes. */
  around?(run: () => Promise<void>, job: JobRun): Promise<void>;
  /** Milliseconds after which the job of a worker that died is given to another. */
  takeOverAfter?: number;
}

/** Milliseconds that a handler has, once it is told to stop, to undo what it has noted. */
const TO_UNDO = 1_500;

/** Why a handler is to stop although nothing is wrong with its job. */
export class Requeued extends Error {
  override name = 'HandedBack';
  override message = 'The worker stops, so the job goes back to the queue';
}

/** A process that does the jobs. */
export class JobWorker {
  private readonly worker;
  private readonly running = new Set<Promise<void>>();
  /** One for each job that runs. */
  private readonly unfinished = new Set<AbortController>();

  constructor(options: JobWorkerOptions) {
    const { backend, handlers, concurrency, onError, queue, takeOverAfter = 15_000, around = (run) => run() } = options;
    const { Worker } = bullmq(backend);
    const run = (job: Job, token?: string) => around(() => this.handleOrHandBack(handlers, job, token), runOf(job));
    this.worker = new Worker(QUEUE_NAME, (job, token) => this.track(run(job, token)), {
      ...bullOptions(backend),
      concurrency,
      lockDuration: takeOverAfter,
      // A whole number, or PostgreSQL refuses every check for stalled jobs.
      stalledInterval: Math.ceil(takeOverAfter / 3),
      // The photo's own count of unfinished renders decides when to give up, so that the reason stands on the photo.
      maxStalledCount: 10,
    });
    this.worker.on('error', onError);
    this.worker.on('failed', (job, error) => {
      if (!job) return onError(error);
      onError(error, { name: job.name, payload: job.data }, trailOf(job).requestId);
      if (queue && job.finishedOn) void this.track(queue.removeEarlierFailures(String(job.id)).catch(onError));
    });
  }

  /** False once it has stopped asking for jobs, for whatever reason; a queue that is away is asked again and again. */
  isAlive(): boolean {
    return this.worker.isRunning();
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  /**
   * Takes no new job and waits for those that run, but not for a queue that is away. What still runs after that time goes
   * back to the queue, where another worker takes it at once.
   *
   * @param within milliseconds; without it, however long they take
   */
  async close({ within }: { within?: number } = {}): Promise<void> {
    const paused = this.worker.pause();
    const late = within === undefined ? undefined : setTimeout(() => this.handAllBack(), within);
    await Promise.race([paused, this.idle()]);
    clearTimeout(late);
    await withTimeout(paused).catch(() => undefined);
    // By force, or BullMQ would say farewell to Redis, and wait with that until Redis is back.
    await this.worker.close(true);
  }

  private handAllBack(): void {
    for (const handBack of this.unfinished) handBack.abort(new Requeued());
  }

  private async handleOrHandBack(handlers: JobHandlers, job: Job, token: string | undefined): Promise<void> {
    const handBack = new AbortController();
    this.unfinished.add(handBack);
    try {
      if (await endsInTime(handle(handlers, job, handBack.signal), handBack.signal)) return;
    } finally {
      this.unfinished.delete(handBack);
    }
    // Where the queue is away, another worker takes the job over as that of one that died.
    await withTimeout(job.moveToWait(token)).catch(() => undefined);
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

/** @returns false where the job was not done because it goes back to the queue */
async function endsInTime(run: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const isDone = run.then(
    () => true,
    (error: unknown) => {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    },
  );
  const isGivenUp = once(signal, 'abort').then(() => wait(TO_UNDO, false));
  return Promise.race([isDone, isGivenUp]);
}

async function handle(handlers: JobHandlers, job: Job, signal: AbortSignal): Promise<void> {
  if (!isJobName(job.name)) throw new UnrecoverableError(`There is no handler for ${job.name}`);
  const handler = handlers[job.name] as (payload: unknown, context: JobContext) => Promise<void>;
  try {
    await handler(job.data, { isLastAttempt: isLastAttempt(job), signal });
  } catch (error) {
    throw error instanceof PermanentFailure ? new UnrecoverableError(error.message) : error;
  }
}

const isJobName = (name: string): name is JobName => name in JOBS;

const isLastAttempt = (job: Job) => job.attemptsMade + 1 >= (job.opts.attempts ?? 1);

/** A name that is none of ours is told as such: it may be anything. */
const runOf = (job: Job): JobRun => ({
  name: isJobName(job.name) ? job.name : 'unknown',
  isLastAttempt: isLastAttempt(job),
  ...trailOf(job),
});
