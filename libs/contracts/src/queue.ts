import type { BatchResponse, PageView } from './pages.ts';

/** Subject of a job: `site` for jobs of the whole site. */
export type JobSubject = 'photo' | 'background' | 'message' | 'site';

/** Jobs by state. */
export interface QueueCounts {
  /** @example 4 */
  waiting: number;
  /** @example 2 */
  active: number;
  /** Failed, with an automatic retry to come. @example 0 */
  delayed: number;
  /** Failed after the last automatic retry. @example 1 */
  failed: number;
  /** Completed within the hour before the latest completion, housekeeping included. @example 260 */
  completed: number;
}

/** The subject of a job. */
export interface JobAboutView {
  kind: JobSubject;
  /** Id of the photo, background image or message. @example 3 */
  id: number | null;
  /**
   * Title of the photo, or subject of the message; null without one, or after deletion.
   *
   * @example "Harbour at low tide"
   */
  title: string | null;
}

/** A job without further automatic retries. */
export interface FailedJobView {
  /** @example "9f1c7a40-5d3e-4b8e-8a7b-3f2a1c6d0e55" */
  id: string;
  /** Task of the job, for the user. @example "Prepare a photo" */
  name: string;
  about: JobAboutView;
  /** Cause of the failure, for the user. @example "The storage is full." */
  reason: string;
  /** @example 5 */
  attempts: number;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  failed_at: string;
}

/** State of the queue and its failed jobs. */
export interface QueueView extends PageView {
  counts: QueueCounts;
  /** Age in seconds of the oldest waiting job; null without one. @example 12 */
  oldest_waiting_seconds: number | null;
  /** Connected worker processes. @example 1 */
  workers: number;
  /** Most recent failure first. `total` counts all failed jobs. */
  failed_jobs: FailedJobView[];
}

/** The result of a bulk request for failed jobs. One request handles at most 200; repeat it for the rest. */
export interface QueueBatchResponse extends BatchResponse {
  /** Remaining failed jobs. @example 0 */
  left: number;
}
