import { ErrorCode, type Job } from 'bullmq';
import { isJobName, JOBS, type JobName, type JobPayloads } from './job-list.ts';
import { oldestWaiting, type JobQueue } from './job-queue.ts';

/** A job without a retry left. */
export interface FailedJob {
  id: string;
  /** A `JobName`, or the name of another release. */
  name: string;
  payload: unknown;
  /** Error message of the last attempt, for logs. */
  reason: string;
  attempts: number;
  failedAt: Date;
}

/** Progress of a job in steps of its own. */
export interface JobProgress {
  /** Name of the step, for jobs with several. */
  stage?: string;
  done: number;
  total: number;
}

/** A job that waits, runs, or waits for a retry. */
export interface OpenJob {
  payload: unknown;
  addedAt: Date;
  /** Undefined before its first report. */
  progress: JobProgress | undefined;
}

interface FailedPage {
  from: number;
  count: number;
  /** `latest` starts with the last failure. */
  order: 'latest' | 'oldest';
}

/** Prefix of the ids of repeating jobs. */
const REPEATING = 'repeat:';

/** Queue administration. Each method throws QueueUnavailableError. */
export class QueueOverview {
  constructor(private readonly jobs: JobQueue) {}

  /** Counts of jobs and workers. */
  async summary() {
    return this.jobs.withQueue(async (queue) => {
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
        /** Failed, with a retry scheduled. */
        delayed: delayed.filter((id) => !id.startsWith(REPEATING)).length,
        /** Failed without a retry left. */
        failed,
        /** Completed within the hour before the latest completion, which removes older ones. */
        completed,
        /** When the oldest waiting job was due. */
        oldestWaiting: since === undefined ? undefined : new Date(since),
        /** Connected worker processes. */
        workers,
      };
    });
  }

  /** A page of the failed jobs. */
  async failed({ from, count, order }: FailedPage): Promise<FailedJob[]> {
    const end = from + count - 1;
    const jobs = await this.jobs.withQueue((queue) => queue.getJobs(['failed'], from, end, order === 'oldest'));
    return jobs.map(toFailedJob);
  }

  /** @returns undefined where no failed job has this id */
  async findFailed(id: string): Promise<FailedJob | undefined> {
    return this.jobs.withQueue(async (queue) => {
      const job = await queue.getJob(id);
      return job && (await job.isFailed()) ? toFailedJob(job as Job) : undefined;
    });
  }

  /** The open job with the deduplication key of the payload, and the latest failed one. */
  async latest<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<{ open?: OpenJob; failed?: FailedJob }> {
    const key = JOBS[name].deduplicationKey(payload);
    return this.jobs.withQueue(async (queue) => {
      const id = await queue.getDeduplicationJobId(key);
      const open = id ? ((await queue.getJob(id)) as Job | undefined) : undefined;
      const failedId = (await queue.getRanges(['failed'], 0, -1)).find((other) => other.startsWith(`${key}.`));
      const failed = failedId && ((await queue.getJob(failedId)) as Job | undefined);
      return {
        ...(open && !open.finishedOn && { open: toOpenJob(open) }),
        ...(failed && { failed: toFailedJob(failed) }),
      };
    });
  }

  /**
   * Adds a failed job again, with all its attempts. Deduplication drops it where an equal one waits or runs. The failed one
   * is removed last, so that none is lost.
   */
  async retry({ id, name, payload }: FailedJob): Promise<void> {
    if (isJobName(name)) {
      await this.jobs.add(name, payload as JobPayloads[JobName]);
      await this.remove(id);
    } else {
      // Deduplication keys of other releases are unknown. Such a job gets one attempt.
      await this.jobs.withQueue(async (queue) => (await queue.getJob(id))?.retry().catch(unlessRetried));
    }
  }

  /** Removes a job; one that is gone is ignored. */
  async remove(id: string): Promise<void> {
    await this.jobs.withQueue((queue) => queue.remove(id));
  }
}

/** Ignores the error of a job that another request has retried or removed. */
function unlessRetried(error: Error & { code?: number }): void {
  if (error.code !== ErrorCode.JobNotInState && error.code !== ErrorCode.JobNotExist) throw error;
}

const toFailedJob = ({ id, name, data, failedReason, attemptsMade, finishedOn, timestamp }: Job): FailedJob => ({
  id: String(id),
  name,
  payload: data,
  reason: failedReason ?? '',
  attempts: attemptsMade,
  failedAt: new Date(finishedOn ?? timestamp),
});

const toOpenJob = ({ data, timestamp, progress }: Job): OpenJob => ({
  payload: data,
  addedAt: new Date(timestamp),
  progress: typeof progress === 'object' ? (progress as unknown as JobProgress) : undefined,
});

/** State of a job; `done` too where the queue has dropped it since. */
export type JobOutcome = { state: 'open' } | { state: 'done' } | { state: 'failed'; reason: string };

/** @param id from `JobQueue.add`. @throws QueueUnavailableError */
export function progressOf(jobs: JobQueue, id: string): Promise<JobOutcome> {
  return jobs.withQueue(async (queue) => {
    // The state first: a job read before it fails has no reason.
    const state = await queue.getJobState(id);
    if (state === 'failed') return { state, reason: (await queue.getJob(id))?.failedReason ?? '' };
    return { state: state === 'completed' || state === 'unknown' ? 'done' : 'open' };
  });
}
