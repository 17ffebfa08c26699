import type { Job } from 'bullmq';
import { JOBS, type JobName, type JobPayloads } from './job-list.ts';
import type { JobQueue } from './job-queue.ts';
import { oldestWaiting } from './oldest-waiting.ts';

/** How the queue is doing. */
export interface QueueFigures {
  /** Ready to be taken, those included that are done when nothing else is there. */
  waiting: number;
  active: number;
  /** Failed, and tried again after a while. */
  delayed: number;
  /** Failed for the last time. */
  failed: number;
  /** Done within the last hour, give or take the half minute between two runs of housekeeping. */
  completed: number;
  /** When the oldest of those that wait was asked for. */
  oldestWaiting: Date | undefined;
  /** Processes that take jobs. */
  workers: number;
}

/** A job that nobody tries again by itself. */
export interface FailedJob {
  id: string;
  /** A `JobName`, unless another version of the site asked for it. */
  name: string;
  payload: unknown;
  /** The message of the error of the last attempt: for a log, not for a person. */
  reason: string;
  attempts: number;
  failedAt: Date;
}

/** What comes round by itself waits for its time under such an id. */
const COMES_ROUND = 'repeat:';

/** Looks into the queue, and sees to what has failed there. Each call throws QueueUnavailableError when the queue is away. */
export class QueueOverview {
  constructor(private readonly jobs: JobQueue) {}

  async figures(): Promise<QueueFigures> {
    return this.jobs.ask(async (queue) => {
      const [counts, delayed, since, workers] = await Promise.all([
        queue.getJobCounts('waiting', 'prioritized', 'active', 'failed', 'completed'),
        queue.getRanges(['delayed'], 0, -1),
        oldestWaiting(queue),
        queue.getWorkersCount(),
      ]);
      const { waiting = 0, prioritized = 0, active = 0, failed = 0, completed = 0 } = counts;
      return {
        waiting: waiting + prioritized,
        active,
        delayed: delayed.filter((id) => !id.startsWith(COMES_ROUND)).length,
        failed,
        completed,
        oldestWaiting: since === undefined ? undefined : new Date(since),
        workers,
      };
    });
  }

  /**
   * A part of the jobs that failed.
   *
   * @param order `latest`: those first that failed last
   */
  async failed({
    from,
    count,
    order,
  }: {
    from: number;
    count: number;
    order: 'latest' | 'oldest';
  }): Promise<FailedJob[]> {
    const jobs = await this.jobs.ask((queue) => queue.getJobs(['failed'], from, from + count - 1, order === 'oldest'));
    return jobs.map(toFailedJob);
  }

  /** @returns undefined where no such job has failed */
  async findFailed(id: string): Promise<FailedJob | undefined> {
    return this.jobs.ask(async (queue) => {
      const job = await queue.getJob(id);
      return job && (await job.isFailed()) ? toFailedJob(job as Job) : undefined;
    });
  }

  /**
   * Asks for a job once more that failed, with all its attempts. As it is asked for like any other, it is dropped where the
   * same waits or runs already; the one that failed leaves the queue in either case, and last, so that none is lost.
   */
  async askAgain({ id, name, payload }: FailedJob): Promise<void> {
    if (isJobName(name)) {
      await this.jobs.add(name, payload as JobPayloads[JobName]);
      await this.remove(id);
    } else {
      // Nothing is known of what makes two of these the same.
      await this.jobs.ask(async (queue) => (await queue.getJob(id))?.retry());
    }
  }

  /** Takes a job out of the queue. One that has gone already is no fault. */
  async remove(id: string): Promise<void> {
    await this.jobs.ask((queue) => queue.remove(id));
  }
}

const toFailedJob = ({ id, name, data, failedReason, attemptsMade, finishedOn, timestamp }: Job): FailedJob => ({
  id: String(id),
  name,
  payload: data,
  reason: failedReason ?? '',
  attempts: attemptsMade,
  failedAt: new Date(finishedOn ?? timestamp),
});

const isJobName = (name: string): name is JobName => name in JOBS;
