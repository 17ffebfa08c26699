import type { JobsOptions } from 'bullmq';

/** Everything the worker can be asked to do, with what it needs to know. */
export interface JobPayloads {
  /** Makes the renditions of a photo. */
  'photo.render': { photoId: number };
  /** Removes the files of a photo that has been deleted. */
  'photo.discard': { photoId: number; originalKey: string };
  /** Asks again for what was accepted and not finished. */
  'housekeeping.requeue': Record<string, never>;
  /** Removes files that no row speaks of. */
  'housekeeping.discard-orphans': Record<string, never>;
}

export type JobName = keyof JobPayloads;

interface JobRules<N extends JobName> {
  /** Attempts before the job counts as failed; between them the wait doubles from one second. */
  attempts: number;
  /** What makes two requests the same: the second is dropped while the first waits or runs. */
  sameAs: (payload: JobPayloads[N]) => string;
  /** Milliseconds between two runs, for what the worker does by itself. */
  every?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How each job is tried. */
export const JOBS: { [N in JobName]: JobRules<N> } = {
  'photo.render': { attempts: 5, sameAs: ({ photoId }) => `render-${photoId}` },
  'photo.discard': { attempts: 10, sameAs: ({ photoId }) => `discard-${photoId}` },
  'housekeeping.requeue': { attempts: 1, sameAs: () => 'requeue', every: 30 * SECOND },
  'housekeeping.discard-orphans': { attempts: 1, sameAs: () => 'discard-orphans', every: 60 * MINUTE },
};

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** BullMQ's options for one job. */
export function jobOptions<N extends JobName>(name: N, payload: JobPayloads[N]): JobsOptions {
  const { attempts, sameAs } = JOBS[name];
  return {
    attempts,
    backoff: { type: 'exponential', delay: SECOND, jitter: 0.3 },
    deduplication: { id: sameAs(payload) },
    // By age, never by count: counting halves the throughput of the PostgreSQL backend.
    removeOnComplete: { age: 60 * 60 },
    removeOnFail: { age: 7 * 24 * 60 * 60 },
  };
}
