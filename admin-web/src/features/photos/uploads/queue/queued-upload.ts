import type { PhotoView, UploadPhoto } from '@portfolio/contracts';

export interface NewUpload {
  file: File;
  details: UploadPhoto;
  contentHash?: string | undefined;
  /** Id of the photo with the same content, if a duplicate is uploaded. */
  duplicateOf?: number | undefined;
  /** Key of the saved file in `UploadStore`; only for restored uploads. */
  key?: string;
}

/** Upload restored from a closed page, or a new one. */
export type RestoredUpload = NewUpload & Partial<QueuedUpload>;

export interface QueuedUpload extends NewUpload {
  id: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** From 0 to 1. */
  progress: number;
  photo?: PhotoView | undefined;
  reason?: string | undefined;
  /** Whether a retry would fail again. */
  isPermanent?: boolean;
  /** Sent without a response: the server may have the photo. */
  isUncertain?: boolean;
  /** Failed connections so far. */
  disconnects: number;
}

/** Why the queue waits. */
export type Pause = 'unreachable' | 'busy' | 'signed-out';

export interface QueueState {
  uploads: readonly QueuedUpload[];
  /** Files skipped or cancelled since the last `add` to a queue without pending uploads. */
  skipped: number;
  pause: Pause | undefined;
}

export const isPending = ({ state }: QueuedUpload): boolean => state === 'waiting' || state === 'uploading';
