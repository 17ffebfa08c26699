import type { Job } from 'bullmq';
import type { BullQueue } from './backend.ts';

/** Of the oldest in the list as many are looked at, since some may be taken between counting and looking. */
const LOOKED_AT = 10;

/**
 * When the job was asked for that waits the longest, in milliseconds since 1970.
 *
 * @returns undefined where none waits
 */
export async function oldestWaiting(queue: BullQueue): Promise<number | undefined> {
  // Of this state PostgreSQL tells the newest first whichever order it is asked for: both media are asked for the end.
  const end = queue.getWaitingCount().then((waiting) => queue.getJobs(['waiting'], Math.max(waiting - LOOKED_AT, 0)));
  const patient = queue.getJobs(['prioritized'], 0, 0, true);
  const since = (await Promise.all([end, patient])).flat().map(askedAt);
  return since.length === 0 ? undefined : Math.min(...since);
}

/** What comes round is in the queue long before its time. */
const askedAt = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>) => timestamp + (opts.delay ?? 0);
