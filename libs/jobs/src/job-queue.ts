import { isDeepStrictEqual } from 'node:util';
import { ErrorCode, type Job, type JobsOptions } from 'bullmq';
import { bullmq, bullOptions, QUEUE_NAME, type BullQueue, type QueueBackend, withTimeout } from './backend.ts';
import { deduplicationPrefixOf, JOB_NAMES, JOBS, jobOptions, type JobName, type JobPayloads } from './job-list.ts';
import { traceContextOption, type JobTraceContext } from './job-trace-context.ts';

/** The queue fails, does not respond in time or is closed, or has no worker. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError';
}

/** Milliseconds between two checks of the schedule. */
const RESCHEDULE_MS = 60_000;

/** Maximum intervals until the next run: BullMQ's PostgreSQL backend may skip one after a late run. */
const MAX_INTERVALS_AHEAD = 2;

/** Attempts of an operation that meets deadlocks. */
const MAX_ATTEMPTS = 5;

/** Jobs read at the old end of the list: a worker may take some between counting and reading. */
const OLDEST_JOBS_READ = 10;

/** Producer side of the queue. It may be created while the queue is unavailable. */
export class JobQueue {
  private queue: BullQueue | undefined;
  private rescheduling: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param onError called with each connection error; the connection reconnects by itself
   * @param traceContext the request for which a job is added, if any
   */
  constructor(
    private readonly backend: QueueBackend,
    private readonly onError: (error: Error) => void,
    private readonly traceContext: () => JobTraceContext = () => ({}),
  ) {}

  /**
   * @returns the job's id, or that of an equal job that waits or runs
   * @throws QueueUnavailableError; the job may still be added once the queue is available
   */
  async add<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<string> {
    // Read before the wait for the queue, in the context of the request.
    const options = { ...jobOptions(name, payload), ...traceContextOption(this.traceContext()) };
    const { id } = await this.withQueue((queue) => queue.add(name, payload, options));
    return String(id);
  }

  /** Schedules the repeating jobs that have no queued run. */
  async schedule(): Promise<void> {
    for (const name of JOB_NAMES) {
      const { every } = JOBS[name];
      if (every === undefined || this.isClosed) continue;
      const { deduplication: _, jobId: __, ...opts } = jobOptions(name, {} as never);
      // BullMQ's PostgreSQL backend refuses to remove failed runs of a repeating job one by one.
      const template = { ...opts, removeOnFail: true };
      await this.withDeadlockRetry((queue) => scheduleJob(queue, name, every, template));
    }
  }

  /**
   * Schedules, and repeats that until closed. Each run of a repeating job adds the next one: a Redis that restarts empty, or a
   * failure between two runs, would end them.
   *
   * @throws QueueUnavailableError where the first scheduling fails; nothing is repeated then
   */
  async maintainSchedule({ rescheduleMs = RESCHEDULE_MS } = {}): Promise<void> {
    await this.schedule();
    if (this.isClosed) return;
    const reschedule = () => this.schedule().catch((error: Error) => this.isClosed || this.onError(error));
    this.rescheduling = setInterval(() => void reschedule(), rescheduleMs);
  }

  /** Removes failed jobs with the same deduplication key, except for the latest. */
  async removeEarlierFailures(id: string): Promise<void> {
    const prefix = deduplicationPrefixOf(id);
    if (prefix === '') return;
    await this.withQueue(async (queue) => {
      const failed = await queue.getRanges(['failed'], 0, -1);
      const [, ...earlier] = failed.filter((other) => other.startsWith(prefix));
      await Promise.all(earlier.map((other) => queue.remove(other)));
    });
  }

  /** Jobs by state. */
  async counts(): Promise<Record<string, number>> {
    return this.withQueue((queue) =>
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'),
    );
  }

  /** Age of the oldest waiting job in milliseconds; undefined where none waits. */
  async oldestWaiting(): Promise<number | undefined> {
    const since = await this.withQueue(oldestWaiting);
    return since === undefined ? undefined : Math.max(0, Date.now() - since);
  }

  /** @throws QueueUnavailableError */
  async check(): Promise<void> {
    await this.counts();
  }

  /** @throws QueueUnavailableError where no worker runs */
  async checkWorkers(): Promise<void> {
    const workers = await this.withQueue((queue) => queue.getWorkersCount());
    if (workers === 0) throw new QueueUnavailableError('No worker is running');
  }

  /** Later calls throw QueueUnavailableError: they would open a connection that nobody closes. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.rescheduling);
    const queue = this.queue;
    this.queue = undefined;
    if (!queue) return;
    try {
      await withTimeout(this.backend, queue.close());
    } catch {
      // BullMQ's close waits for Redis to come back.
      queue.disconnect().catch(() => undefined);
    }
  }

  /**
   * Calls BullMQ's queue once it is connected. For other files of this library.
   *
   * @throws QueueUnavailableError
   */
  async withQueue<T>(operation: (queue: BullQueue) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new QueueUnavailableError('The queue is closed');
    const queue = (this.queue ??= this.open());
    const response = this.connected(queue).then(() => operation(queue));
    try {
      return await withTimeout(this.backend, response);
    } catch (cause) {
      throw new QueueUnavailableError('The queue does not answer', { cause });
    }
  }

  /** Retries an operation that a deadlock aborted, as happens when several workers schedule an empty queue at once. */
  private async withDeadlockRetry(operation: (queue: BullQueue) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.withQueue(operation);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isDeadlock(error as Error)) throw error;
      }
    }
  }

  private open(): BullQueue {
    const { Queue } = bullmq(this.backend);
    const queue: BullQueue = new Queue(QUEUE_NAME, bullOptions(this.backend));
    // Without a listener the first lost connection would end the process.
    queue.on('error', this.onError);
    return queue;
  }

  /** Drops a queue whose first connection failed: BullMQ never retries that. */
  private async connected(queue: BullQueue): Promise<void> {
    try {
      await queue.waitUntilReady();
    } catch (error) {
      if (this.queue === queue) this.queue = undefined;
      queue.close().catch(() => undefined);
      throw error;
    }
  }
}

/** SQLSTATE `deadlock_detected`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isDeadlock = ({ cause }: Error): boolean => (cause as { code?: unknown } | undefined)?.code === '40P01';

/** Schedules a repeating job whose queued run is missing, outdated or too far ahead. */
async function scheduleJob(queue: BullQueue, name: JobName, every: number, opts: JobsOptions): Promise<void> {
  const scheduler = await queue.getJobScheduler(name);
  const next = scheduler?.next ?? 0;
  if (next > Date.now() + MAX_INTERVALS_AHEAD * every) {
    // The clock was set back. BullMQ would keep the time of this run.
    await queue.removeJobScheduler(name);
  } else if (scheduler?.every === every && isDeepStrictEqual(scheduler.template?.opts, opts)) {
    const job = await queue.getJob(`repeat:${name}:${next}`);
    // BullMQ would move a waiting run to the end of the queue: in a long backlog it would never start.
    if (job && job.finishedOn === undefined) return;
  }
  await queue.upsertJobScheduler(name, { every }, { name, data: {}, opts }).catch(unlessScheduled);
}

/** Ignores the error of a scheduler whose current and next run are queued already, by another process. */
function unlessScheduled(error: Error & { code?: number }): void {
  if (error.code !== ErrorCode.SchedulerJobSlotsBusy) throw error;
}

/** @returns when the oldest waiting job was due, in milliseconds since 1970; undefined where none waits */
export async function oldestWaiting(queue: BullQueue): Promise<number | undefined> {
  // BullMQ's PostgreSQL backend lists this state newest first in either order, so both backends read the end of the list.
  const end = queue
    .getWaitingCount()
    .then((waiting) => queue.getJobs(['waiting'], Math.max(waiting - OLDEST_JOBS_READ, 0)));
  const lowPriority = queue.getJobs(['prioritized'], 0, 0, true);
  const due = (await Promise.all([end, lowPriority])).flat().map(dueTime);
  return due.length === 0 ? undefined : Math.min(...due);
}

/** Repeating jobs are added long before they are due. A retried job counts from its first attempt. */
const dueTime = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>) => timestamp + (opts.delay ?? 0);
