import { randomUUID } from 'node:crypto';
import type { JobsOptions } from 'bullmq';

/** Everything the worker can be asked to do, with what it needs to know. */
export interface JobPayloads {
  /** Makes the renditions of a photo. */
  'photo.render': { photoId: number };
  /** Removes the files of a photo that has been deleted. */
  'photo.discard': { photoId: number; originalKey: string };
  /**
   * Makes the renditions of a photo again that is ready, where they are not as they are to be today. The version they
   * are to have is part of the request, so that one for newer rights is not dropped while another runs.
   */
  'photo.refresh': { photoId: number; version: string };
  /** Makes the renditions of a photo that is ready once more, as they are to be today, whether or not they are there. */
  'photo.rebuild': { photoId: number };
  /** Makes the renditions of a background image. */
  'background.render': { backgroundId: number };
  /** The same as `photo.refresh`. */
  'background.refresh': { backgroundId: number; version: string };
  /** The same as `photo.rebuild`. */
  'background.rebuild': { backgroundId: number };
  /** Removes the files of a background image that has been removed or replaced. */
  'background.discard': { backgroundId: number; originalKey: string };
  /** Mails a visitor's message to the artist. */
  'message.mail': { messageId: number };
  /**
   * Asks again for what was accepted and not finished, of that which lies untouched for so many milliseconds: long enough,
   * unless told, that somebody should have asked by then.
   */
  'housekeeping.requeue': { untouchedFor?: number };
  /** Removes files that no row speaks of. */
  'housekeeping.discard-orphans': Record<string, never>;
  /**
   * Asks for new renditions of every picture whose files are not as they are to be today. Where settings were saved, it
   * says when, in milliseconds since 1970: a run that has begun may be past what was saved after.
   */
  'housekeeping.refresh-pictures': { savedAt?: number };
  /** Reads when photos were taken that were uploaded before that was stored. */
  'housekeeping.read-capture-dates': Record<string, never>;
}

export type JobName = keyof JobPayloads;

interface JobRules<N extends JobName> {
  /** Attempts before the job counts as failed; between them the wait doubles. */
  attempts: number;
  /** Milliseconds before the second attempt; one second unless told. */
  firstWait?: number;
  /** Work that can wait: done when nothing else is there. */
  lowPriority?: boolean;
  /** What makes two requests the same: the second is dropped while the first waits or runs. */
  deduplicationKey: (payload: JobPayloads[N]) => string;
  /** Milliseconds between two runs, for what the worker does by itself. */
  every?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How each job is tried. */
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
  // Ten waits from ten seconds on: the last attempt is nearly three hours after the first.
  'message.mail': { attempts: 11, firstWait: 10 * SECOND, deduplicationKey: ({ messageId }) => `mail-${messageId}` },
  'housekeeping.requeue': {
    attempts: 1,
    deduplicationKey: ({ untouchedFor }) => `requeue-${untouchedFor ?? 'usual'}`,
    every: 30 * SECOND,
  },
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

/** Failed jobs kept at most: Redis evicts nothing. */
const MAX_FAILED = 1_000;

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** BullMQ's options for one job. */
export function jobOptions<N extends JobName>(name: N, payload: JobPayloads[N]): JobsOptions {
  const { attempts, deduplicationKey, firstWait = SECOND, lowPriority = false } = JOBS[name];
  return {
    attempts,
    backoff: { type: 'exponential', delay: firstWait, jitter: 0.3 },
    // The lower the number the sooner; without one a job goes before all that have one.
    ...(lowPriority && { priority: 10 }),
    // With an id of our own: PostgreSQL with `wal_level=minimal` may give a number again after a crash, and BullMQ drops
    // a job whose number is taken without a word.
    jobId: `${deduplicationKey(payload)}.${randomUUID()}`,
    deduplication: { id: deduplicationKey(payload) },
    // By age, never by count: counting halves the throughput of the PostgreSQL backend.
    removeOnComplete: { age: 60 * 60 },
    removeOnFail: { age: 7 * 24 * 60 * 60, count: MAX_FAILED },
  };
}

/** How the ids of all jobs that do the same begin, such as `render-12.`; empty for what comes round by itself. */
export const subjectOf = (id: string): string => /^[\w-]+\./.exec(id)?.[0] ?? '';
