import type { PhotoView, UploadPhoto } from '@portfolio/contracts';

export interface NewUpload {
  file: File;
  details: UploadPhoto;
  contentHash?: string | undefined;
  /** The photo that the file is already; it goes all the same. */
  knownAs?: number | undefined;
}

export interface QueuedUpload extends NewUpload {
  id: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Sent so far, from 0 to 1. */
  progress: number;
  /** What became of it. */
  photo?: PhotoView | undefined;
  /** Why it failed, fit to show. */
  reason?: string | undefined;
  /** Another try would end the same way. */
  isHopeless?: boolean;
  /** It went out and no answer came: the site may have it. */
  isUnanswered?: boolean;
  /** How often it broke off. */
  breaks: number;
}

/** Why nothing goes out for now. */
export type Pause = 'away' | 'busy' | 'signed-out';

export interface QueueState {
  uploads: readonly QueuedUpload[];
  /** Files that were left out or called off since the queue was last empty. */
  skipped: number;
  pause: Pause | undefined;
}

/** Whether it still is to arrive. */
export const isUnderWay = ({ state }: QueuedUpload): boolean => state === 'waiting' || state === 'uploading';
