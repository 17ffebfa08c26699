import { jobOptions, type JobName, type JobPayloads } from './job-list.ts';
import type { JobQueue } from './job-queue.ts';

/** How far a job is: `done` too where it ended so long ago that the queue has forgotten it. */
export type JobProgress = { state: 'open' } | { state: 'done' } | { state: 'failed'; reason: string };

/**
 * Asks for a job whose end is waited for.
 *
 * @returns its id; that of the same job where it waits or runs already
 * @throws QueueUnavailableError when the queue is away
 */
export function addFollowed<N extends JobName>(jobs: JobQueue, name: N, payload: JobPayloads[N]): Promise<string> {
  return jobs.ask(async (queue) => String((await queue.add(name, payload, jobOptions(name, payload))).id));
}

/** @throws QueueUnavailableError when the queue is away */
export function progressOf(jobs: JobQueue, id: string): Promise<JobProgress> {
  return jobs.ask(async (queue) => {
    const job = await queue.getJob(id);
    if (!job) return { state: 'done' };
    const state = await job.getState();
    if (state === 'failed') return { state, reason: job.failedReason };
    return { state: state === 'completed' || state === 'unknown' ? 'done' : 'open' };
  });
}
