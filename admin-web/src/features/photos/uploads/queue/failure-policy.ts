import { ApiError } from '@portfolio/api-client';
import { isReadable } from '../files/content-hash.ts';
import type { PauseReason, QueuedUpload } from './queued-upload.ts';

/** Failed connections of one file before it fails, while the server responds to others. */
const MAX_DISCONNECTS = 3;

/** Error of a file that cannot be read, perhaps for a moment: its card or network drive is gone. */
export const UNREADABLE = 'The file has been changed or removed since it was chosen';

/** Change that sends an upload again. */
export const REQUEUED = { state: 'waiting', progress: 0 } as const;

/** Kind of an upload error; `unreachable` includes a gateway without the API behind it. */
type ErrorClass = 'signed-out' | 'unreachable' | 'busy' | 'retryable' | 'refused';

interface FailureOutcome {
  /** For the upload itself. */
  change: Partial<QueuedUpload>;
  /** For the queue: why it pauses, or that the server responds; absent when only the file failed. */
  server?: PauseReason | 'reachable';
  /** Seconds of the Retry-After header. */
  retryAfter?: number | undefined;
}

const UNREACHABLE = [0, 502, 503, 504];

export function classifyError(error: unknown): ErrorClass {
  if (!(error instanceof ApiError)) return 'retryable';
  const { status } = error;
  if (status === 401) return 'signed-out';
  if (status === 429) return 'busy';
  if (UNREACHABLE.includes(status)) return 'unreachable';
  return isGalleryMissing(error) || status === 408 || status >= 500 ? 'retryable' : 'refused';
}

/** Whether an upload failed because its file cannot be read: browsers report a failed connection, or an error of the read. */
export async function isUnreadable(file: File, error: unknown): Promise<boolean> {
  const isPossible = classifyError(error) === 'unreachable' || !(error instanceof ApiError);
  return isPossible && !(await isReadable(file));
}

/** Decides how an upload and the queue continue after an error. */
export async function failureOutcome(upload: QueuedUpload, error: unknown): Promise<FailureOutcome> {
  const kind = classifyError(error);
  if (kind === 'signed-out') return { change: REQUEUED, server: kind };
  if (await isUnreadable(upload.file, error)) return { change: failed(UNREADABLE) };
  if (kind === 'retryable' || kind === 'refused') {
    const details = isGalleryMissing(error) ? { ...upload.details, gallery_id: undefined } : upload.details;
    return { change: { ...failed(errorText(error), kind === 'refused'), details }, server: 'reachable' };
  }
  const next = upload.disconnects >= MAX_DISCONNECTS ? failed(errorText(error)) : REQUEUED;
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  return { change: next, server: kind, retryAfter };
}

/** Whether the selected gallery was deleted, and nothing else is wrong. */
const isGalleryMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'photo.unknown-gallery';

function errorText(error: unknown): string {
  if (isGalleryMissing(error)) return 'The gallery has been deleted. Retry uploads the photo without it.';
  if (error instanceof ApiError && [0, 502].includes(error.status))
    return 'Connection lost while the photo was uploading';
  return error instanceof ApiError && error.code !== undefined ? error.message : 'Failed to upload photo';
}

const failed = (reason: string, isPermanent = false) => ({ state: 'failed', reason, isPermanent }) as const;
