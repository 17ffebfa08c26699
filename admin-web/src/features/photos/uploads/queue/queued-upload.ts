import type { PhotoView, UploadPhoto } from '@portfolio/contracts';

export interface NewUpload {
  file: File;
  details: UploadPhoto;
  contentHash?: string | undefined;
  /** Id of the photo with the same content, if a duplicate is uploaded. */
  duplicateOf?: number | undefined;
}

/** A new upload, or one restored from a closed page with its state. */
export type UploadEntry = NewUpload & Partial<QueuedUpload>;

export interface QueuedUpload extends NewUpload {
  id: number;
  /** Key of the saved file in `UploadStore`; only for restored uploads. */
  key?: string;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** From 0 to 1. */
  progress: number;
  photo?: PhotoView | undefined;
  /** Reason of the failure. */
  reason?: string | undefined;
  /** Whether a retry would fail too. */
  isPermanent?: boolean;
  /** Being sent, or sent without a response: the server may have the photo. */
  isUncertain?: boolean;
  /** Failed connections since it was added or last retried. */
  disconnects: number;
}

/** Why the queue waits. `unreachable`: no response, or 502 to 504; `busy`: refused by the rate limit (429). */
export type PauseReason = 'unreachable' | 'busy' | 'signed-out';

export interface QueueState {
  uploads: readonly QueuedUpload[];
  /** Files skipped or cancelled in this round, which began with an `add` while no upload was pending. */
  skipped: number;
  pause: PauseReason | undefined;
}

export const isPending = ({ state }: QueuedUpload): boolean => state === 'waiting' || state === 'uploading';
