import { setTimeout as wait } from 'node:timers/promises';
import { bullmq, QUEUE_NAME, type QueueBackend } from './backend.ts';
import { JOB_NAMES, JOBS, jobOptions, type JobName, type JobPayloads } from './job-list.ts';

/** Thrown when the queue does not answer in time. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError';
}

/** Milliseconds to wait for the queue before it counts as away. */
const PATIENCE = 4_000;

/** Where work for the worker is left. */
export class JobQueue {
  private readonly queue;

  /** @param onError told of every fault of the connection, which mends itself */
  constructor(backend: QueueBackend, onError: (error: Error) => void) {
    const { Queue } = bullmq(backend);
    this.queue = new Queue(QUEUE_NAME, { connection: backend.connection });
    // Without a listener the first lost connection would end the process.
    this.queue.on('error', onError);
  }

  /** @throws QueueUnavailableError when the queue is away; the request may still arrive when it is back */
  async add<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void> {
    await inTime(this.queue.add(name, payload, jobOptions(name, payload)));
  }

  /** Has every job that the worker does by itself come round, whichever worker is free then. */
  async schedule(): Promise<void> {
    for (const name of JOB_NAMES) {
      const { every } = JOBS[name];
      if (every === undefined) continue;
      const { deduplication: _, ...opts } = jobOptions(name, {} as never);
      await inTime(this.queue.upsertJobScheduler(name, { every }, { name, data: {}, opts }));
    }
  }

  /** Jobs by state. */
  async counts(): Promise<Record<string, number>> {
    return inTime(this.queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed'));
  }

  /** @throws QueueUnavailableError unless the queue answers */
  async check(): Promise<void> {
    await this.counts();
  }

  /** @throws QueueUnavailableError unless at least one worker is there to take jobs */
  async checkWorkers(): Promise<void> {
    const workers = await inTime(this.queue.getWorkersCount());
    if (workers === 0) throw new QueueUnavailableError('No worker is running');
  }

  async close(): Promise<void> {
    await this.queue.close();
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const patience = new AbortController();
  // An answer that comes too late must not become an unhandled rejection.
  answer.catch(() => undefined);
  try {
    return await Promise.race([
      answer,
      wait(PATIENCE, undefined, { signal: patience.signal }).then(() => {
        throw new QueueUnavailableError('The queue does not answer');
      }),
    ]);
  } finally {
    patience.abort();
  }
}
