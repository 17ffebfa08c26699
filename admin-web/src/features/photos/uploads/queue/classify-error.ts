import { ApiError } from '@portfolio/api-client';

/**
 * What a failed upload means.
 *
 * - `signed-out`: the session is over; nothing is wrong with the file
 * - `away`: the site does not answer, or only what stands before it does
 * - `busy`: the site asks to wait
 * - `again`: something went wrong, and another try may end better
 * - `refused`: the site has looked at it and will not take it
 */
export type ErrorClass = 'signed-out' | 'away' | 'busy' | 'again' | 'refused';

const AWAY = [0, 502, 503, 504];

export function classifyError(error: unknown): ErrorClass {
  if (!(error instanceof ApiError)) return 'again';
  const { status } = error;
  if (status === 401) return 'signed-out';
  if (status === 429) return 'busy';
  if (AWAY.includes(status)) return 'away';
  if (isGalleryGone(error)) return 'again';
  return status === 408 || status >= 500 ? 'again' : 'refused';
}

/** Whether nothing but the gallery is in the way, which has been deleted since it was chosen. */
export const isGalleryGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'photo.unknown-gallery';

/** What to say about it where nothing more is tried; the server's own sentence, where it gave one. */
export function reasonOf(error: unknown): string {
  if (isGalleryGone(error)) return 'The gallery has been deleted. Retry uploads the photo without it.';
  if (error instanceof ApiError && error.status === 0) return 'Connection lost while the photo was uploading';
  return error instanceof ApiError && error.code !== undefined ? error.message : 'Failed to upload photo';
}
