import { ErrorCode } from 'bullmq';
import { bullmq, bullOptions, QUEUE_NAME, type BullQueue, type QueueBackend } from './backend.ts';
import { withTimeout } from './with-timeout.ts';
import { JOB_NAMES, JOBS, jobOptions, subjectOf, type JobName, type JobPayloads } from './job-list.ts';
import { trailOption, type JobTrail } from './job-trail.ts';
import { oldestWaiting } from './oldest-waiting.ts';

/** Thrown when the queue does not answer in time. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError';
}

/** Milliseconds between two reminders of what comes round by itself. */
const REMIND_EVERY = 60_000;

/** Where this run and the next are in the queue already, others have said so at the same moment, and all is as wanted. */
function unlessItComesRound(error: Error & { code?: number }): void {
  if (error.code !== ErrorCode.SchedulerJobSlotsBusy) throw error;
}

/** Where work for the worker is left. It may be made while the queue is away, and works once it is there. */
export class JobQueue {
  private queue: BullQueue | undefined;
  private reminder: NodeJS.Timeout | undefined;

  /**
   * @param onError told of every fault of the connection, which mends itself
   * @param trail for which request a job is asked for, where it is for one
   */
  constructor(
    private readonly backend: QueueBackend,
    private readonly onError: (error: Error) => void,
    private readonly trail: () => JobTrail = () => ({}),
  ) {}

  /** @throws QueueUnavailableError when the queue is away; the request may still arrive when it is back */
  async add<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void> {
    // Here and not in the question: by the time it is asked, the queue may have been waited for.
    const options = { ...jobOptions(name, payload), ...trailOption(this.trail()) };
    await this.ask((queue) => queue.add(name, payload, options));
  }

  /**
   * Has every job that the worker does by itself come round, whichever worker is free then. Said again, it changes
   * nothing: a job keeps its times.
   */
  async schedule(): Promise<void> {
    for (const name of JOB_NAMES) {
      const { every } = JOBS[name];
      if (every === undefined) continue;
      const { deduplication: _, jobId: __, ...opts } = jobOptions(name, {} as never);
      // It comes round anyway, and PostgreSQL refuses to remove its failures one by one.
      const template = { name, data: {}, opts: { ...opts, removeOnFail: true } };
      await this.ask((queue) => queue.upsertJobScheduler(name, { every }, template).catch(unlessItComesRound));
    }
  }

  /**
   * Schedules, and says so again and again until it is closed. Each run of a job that comes round leaves the next one in
   * the queue: a Redis that was restarted empty, or a step that failed between two runs, would end them for ever.
   */
  async keepSchedule({ remindEvery = REMIND_EVERY } = {}): Promise<void> {
    await this.schedule();
    this.reminder = setInterval(() => void this.schedule().catch(this.onError), remindEvery);
  }

  /** Removes the failed jobs that did the same as this one, but for the latest. */
  async removeEarlierFailures(id: string): Promise<void> {
    const subject = subjectOf(id);
    if (subject === '') return;
    await this.ask(async (queue) => {
      const failed = await queue.getRanges(['failed'], 0, -1);
      const [, ...earlier] = failed.filter((other) => other.startsWith(subject));
      await Promise.all(earlier.map((other) => queue.remove(other)));
    });
  }

  /** Jobs by state. */
  async counts(): Promise<Record<string, number>> {
    return this.ask((queue) =>
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'),
    );
  }

  /** Milliseconds since the job was asked for that waits the longest; undefined where none waits. */
  async oldestWaiting(): Promise<number | undefined> {
    const since = await this.ask(oldestWaiting);
    return since === undefined ? undefined : Math.max(0, Date.now() - since);
  }

  /** @throws QueueUnavailableError unless the queue answers */
  async check(): Promise<void> {
    await this.counts();
  }

  /** @throws QueueUnavailableError unless at least one worker is there to take jobs */
  async checkWorkers(): Promise<void> {
    const workers = await this.ask((queue) => queue.getWorkersCount());
    if (workers === 0) throw new QueueUnavailableError('No worker is running');
  }

  async close(): Promise<void> {
    clearInterval(this.reminder);
    const queue = this.queue;
    this.queue = undefined;
    if (!queue) return;
    try {
      await withTimeout(queue.close());
    } catch {
      // BullMQ says farewell to Redis, and waits with that until Redis is back.
      queue.disconnect().catch(() => undefined);
    }
  }

  /**
   * For the other files of this library: asks BullMQ's queue, once it is connected.
   *
   * @throws QueueUnavailableError when the queue is away
   */
  async ask<T>(question: (queue: BullQueue) => Promise<T>): Promise<T> {
    const queue = (this.queue ??= this.open());
    const answer = this.connected(queue).then(() => question(queue));
    try {
      return await withTimeout(answer);
    } catch (cause) {
      throw new QueueUnavailableError('The queue does not answer', { cause });
    }
  }

  private open(): BullQueue {
    const { Queue } = bullmq(this.backend);
    const queue: BullQueue = new Queue(QUEUE_NAME, bullOptions(this.backend));
    // Without a listener the first lost connection would end the process.
    queue.on('error', this.onError);
    return queue;
  }

  /** BullMQ remembers a first connection that failed, and never tries again: such a queue is let go of. */
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
