import { randomUUID } from 'node:crypto';
import type { JobsOptions } from 'bullmq';

/** All jobs of the worker, with their payloads. */
export interface JobPayloads {
  /** Renders a new photo. */
  'photo.render': { photoId: number };
  /** Removes the files of a deleted photo. */
  'photo.discard': { photoId: number; originalKey: string };
  /**
   * Renders a ready photo again where its renditions are outdated. `version` only tells jobs apart (target version, hash of
   * another original, or focal point), so that a newer job is not dropped while an older one runs.
   */
  'photo.refresh': { photoId: number; version: string };
  /** Renders a ready photo again, whether or not its files exist. */
  'photo.rebuild': { photoId: number };
  // The same for background images.
  'background.render': { backgroundId: number };
  'background.refresh': { backgroundId: number; version: string };
  'background.rebuild': { backgroundId: number };
  /** Removes the files of a background image that was removed or replaced. */
  'background.discard': { backgroundId: number; originalKey: string };
  /** Mails a visitor's message to the artist. */
  'message.mail': { messageId: number };
  /** Writes the site into an archive. `acceptLosses` leaves out missing originals and copies damaged ones. */
  export: { acceptLosses: boolean };
  /** Restores an uploaded archive into the empty site. `isDemo`: the site accepts the public account of a demo. */
  import: { uploadId: string; parts: number; isDemo: boolean };
  /** Requeues unfinished rows that were not updated for `untouchedFor` milliseconds; without it, for 1 to 15 minutes. */
  'housekeeping.requeue': { untouchedFor?: number };
  /** Permanently deletes rows that were in the trash for 30 days. */
  'housekeeping.empty-trash': Record<string, never>;
  /** Deletes salts and hashes of visitors of past days, and numbers of views after 25 months. */
  'housekeeping.prune-views': Record<string, never>;
  /** Removes exported archives that have expired, and uploaded ones without an import that waits or runs. */
  'housekeeping.discard-exports': Record<string, never>;
  /** Removes renditions without a row; moves originals without a row to the trash, and needed ones back. */
  'housekeeping.discard-orphans': Record<string, never>;
  /**
   * Enqueues a refresh of every picture with outdated renditions. `savedAt`, in milliseconds since 1970, makes a run after
   * saved settings distinct from one that has already started.
   */
  'housekeeping.refresh-pictures': { savedAt?: number };
  /** Reads capture dates, keywords and facts of photos that were uploaded before these were stored. */
  'housekeeping.read-capture-dates': Record<string, never>;
}

export type JobName = keyof JobPayloads;

interface JobRules<N extends JobName> {
  /** Attempts before the job counts as failed; the wait between them doubles. */
  attempts: number;
  /** Milliseconds before the second attempt; by default one second. */
  firstWait?: number;
  /** Runs when no other job waits. */
  lowPriority?: boolean;
  /** A job is dropped while one with the same key waits or runs. */
  deduplicationKey: (payload: JobPayloads[N]) => string;
  /** Milliseconds between two runs of a repeating job. */
  every?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Retry and deduplication rules of each job. */
export const JOBS: { [N in JobName]: JobRules<N> } = {
  'photo.render': { attempts: 5, deduplicationKey: ({ photoId }) => `render-${photoId}` },
  'photo.discard': { attempts: 10, deduplicationKey: ({ photoId }) => `discard-${photoId}` },
  'photo.refresh': {
    attempts: 5,
    lowPriority: true,
    deduplicationKey: ({ photoId, version }) => `refresh-${photoId}-${version}`,
  },
  'photo.rebuild': { attempts: 5, lowPriority: true, deduplicationKey: ({ photoId }) => `rebuild-${photoId}` },
  'background.render': { attempts: 5, deduplicationKey: ({ backgroundId }) => `render-background-${backgroundId}` },
  'background.refresh': {
    attempts: 5,
    lowPriority: true,
    deduplicationKey: ({ backgroundId, version }) => `refresh-background-${backgroundId}-${version}`,
  },
  'background.rebuild': {
    attempts: 5,
    lowPriority: true,
    deduplicationKey: ({ backgroundId }) => `rebuild-background-${backgroundId}`,
  },
  'background.discard': { attempts: 10, deduplicationKey: ({ backgroundId }) => `discard-background-${backgroundId}` },
  // With ten waits the last attempt comes two to three hours after the first.
  'message.mail': { attempts: 11, firstWait: 10 * SECOND, deduplicationKey: ({ messageId }) => `mail-${messageId}` },
  // One at a time, whatever its payload.
  export: { attempts: 5, firstWait: 10 * SECOND, deduplicationKey: () => 'export' },
  import: { attempts: 3, firstWait: 10 * SECOND, deduplicationKey: () => 'import' },
  'housekeeping.requeue': {
    attempts: 1,
    deduplicationKey: ({ untouchedFor }) => `requeue-${untouchedFor ?? 'usual'}`,
    every: 30 * SECOND,
  },
  'housekeeping.empty-trash': { attempts: 1, deduplicationKey: () => 'empty-trash', every: 60 * MINUTE },
  'housekeeping.prune-views': { attempts: 1, deduplicationKey: () => 'prune-views', every: 10 * MINUTE },
  'housekeeping.discard-exports': { attempts: 1, deduplicationKey: () => 'discard-exports', every: 10 * MINUTE },
  'housekeeping.discard-orphans': { attempts: 1, deduplicationKey: () => 'discard-orphans', every: 60 * MINUTE },
  'housekeeping.refresh-pictures': {
    attempts: 1,
    deduplicationKey: ({ savedAt }) => `refresh-pictures-${savedAt ?? 'hourly'}`,
    every: 60 * MINUTE,
  },
  'housekeeping.read-capture-dates': {
    attempts: 1,
    lowPriority: true,
    deduplicationKey: () => 'read-capture-dates',
    every: 60 * MINUTE,
  },
};

/** Limit of failed jobs in the queue: Redis evicts none, so they would fill it. */
const MAX_FAILED = 1_000;

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export const isJobName = (name: string): name is JobName => name in JOBS;

/** BullMQ's options for one job. */
export function jobOptions<N extends JobName>(name: N, payload: JobPayloads[N]): JobsOptions {
  const { attempts, deduplicationKey, firstWait = SECOND, lowPriority = false } = JOBS[name];
  return {
    attempts,
    backoff: { type: 'exponential', delay: firstWait, jitter: 0.3 },
    // Jobs without a priority run first.
    ...(lowPriority && { priority: 10 }),
    // A random id: PostgreSQL with `wal_level=minimal` may repeat a number after a crash, and BullMQ silently drops a job
    // whose id is taken.
    jobId: `${deduplicationKey(payload)}.${randomUUID()}`,
    deduplication: { id: deduplicationKey(payload) },
    // By age: counting halves the throughput of the PostgreSQL backend.
    removeOnComplete: { age: 60 * 60 },
    removeOnFail: { age: 7 * 24 * 60 * 60, count: MAX_FAILED },
  };
}

/** Prefix of the ids of all jobs with the same deduplication key, such as `render-12.`; empty for repeating jobs. */
export const deduplicationPrefixOf = (id: string): string => /^[\w.-]+\./.exec(id)?.[0] ?? '';
