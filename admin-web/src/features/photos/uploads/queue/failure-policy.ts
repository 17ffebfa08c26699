import { ApiError } from '@portfolio/api-client';
import { isReadable } from '../files/content-hash.ts';
import type { Pause, QueuedUpload } from './queued-upload.ts';
import { isGalleryGone, reasonOf, classifyError } from './classify-error.ts';

/** How often the same file may break off on a site that answers, until it is left to the artist. */
const MOST_BREAKS = 3;

/** What makes an upload wait for its turn once more. */
export const AGAIN = { state: 'waiting', progress: 0 } as const;

/** What follows from a failure. */
export interface FailurePolicy {
  /** For the upload itself. */
  change: Partial<QueuedUpload>;
  /** For all: why they wait, or that the site is there and none need to. Nothing when it was the file alone. */
  site?: Pause | 'there';
  /** Seconds that the site has asked to wait. */
  retryAfter?: number | undefined;
}

/** Decides what follows from a failure, without doing any of it. */
export async function failurePolicy(upload: QueuedUpload, error: unknown): Promise<FailurePolicy> {
  const verdict = classifyError(error);
  if (verdict === 'signed-out') return { change: { ...AGAIN, isUnanswered: false }, site: verdict };
  if (verdict === 'again' || verdict === 'refused') {
    const details = isGalleryGone(error) ? { ...upload.details, gallery_id: undefined } : upload.details;
    return { change: { ...failed(reasonOf(error), verdict === 'refused'), details }, site: 'there' };
  }
  // A browser reports a file that has gone as a broken connection.
  if (verdict === 'away' && !(await isReadable(upload.file))) {
    return { change: failed('The file has been changed or removed since it was chosen', true) };
  }
  const next = upload.breaks >= MOST_BREAKS ? failed(reasonOf(error)) : AGAIN;
  const isUnanswered = verdict === 'away' && upload.isUnanswered === true;
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  return { change: { ...next, isUnanswered }, site: verdict, retryAfter };
}

const failed = (reason: string, isHopeless = false) => ({ state: 'failed', reason, isHopeless }) as const;
