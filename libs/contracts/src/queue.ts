import type { BatchResponse, PageView } from './pages.ts';

/** What a job is about; `site` where it is about no single thing. */
export const JOB_SUBJECTS = ['photo', 'background', 'message', 'site'] as const;
export type JobSubject = (typeof JOB_SUBJECTS)[number];

/** How many jobs there are in each state. */
export interface QueueCounts {
  /** @example 4 */
  waiting: number;
  /** @example 2 */
  active: number;
  /**
   * Failed, and tried again by themselves after a while.
   *
   * @example 0
   */
  delayed: number;
  /**
   * Failed for good, unless they are tried again by hand.
   *
   * @example 1
   */
  failed: number;
  /**
   * Done within the last hour, the site's own upkeep included.
   *
   * @example 260
   */
  completed: number;
}

/** What a job is about. */
export interface JobAboutView {
  kind: JobSubject;
  /**
   * Of the photo, the background image or the message.
   *
   * @example 3
   */
  id: number | null;
  /**
   * The title of the photo, or the subject of the message; null where it has none, or is gone.
   *
   * @example "Harbour at low tide"
   */
  title: string | null;
}

/** A job that is not tried again by itself. */
export interface FailedJobView {
  /** @example "9f1c7a40-5d3e-4b8e-8a7b-3f2a1c6d0e55" */
  id: string;
  /**
   * What was to be done, fit to show to a person.
   *
   * @example "Prepare a photo"
   */
  name: string;
  about: JobAboutView;
  /**
   * Why it failed, fit to show to a person.
   *
   * @example "The storage is full."
   */
  reason: string;
  /** @example 5 */
  attempts: number;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  failed_at: string;
}

/** What the worker has to do, and what it could not do. */
export interface QueueView extends PageView {
  counts: QueueCounts;
  /**
   * Seconds for which the oldest of the jobs has waited that are ready to be taken; null where none is.
   *
   * @example 12
   */
  oldest_waiting_seconds: number | null;
  /**
   * Processes that are connected to take jobs.
   *
   * @example 1
   */
  workers: number;
  /** Those first that failed last. `total` is all of them. */
  failed_jobs: FailedJobView[];
}

/** What a request about all jobs that failed came to. One request does a part of many, and is sent again for the rest. */
export interface QueueBatchAnswer extends BatchResponse {
  /**
   * How many that failed are left.
   *
   * @example 0
   */
  left: number;
}
