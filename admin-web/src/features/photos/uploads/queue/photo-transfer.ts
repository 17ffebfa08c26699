import { findKnownPhotos, uploadLimitsQuery, uploadPhoto, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { contentHash } from '../files/content-hash.ts';
import { classifyError } from './failure-policy.ts';
import type { NewUpload } from './queued-upload.ts';

/** Milliseconds without progress before a transfer is aborted. */
const STALL_TIMEOUT = 60_000;

export interface TransferOptions {
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Requests for one photo. */
export interface PhotoTransfer {
  send: (upload: NewUpload, options: TransferOptions) => Promise<PhotoView>;
  /** The newest photo with the file's content. Rejects while the server is unreachable. */
  find: (upload: NewUpload) => Promise<PhotoView | undefined>;
}

export const photoTransfer = (api: Api, queryClient: QueryClient): PhotoTransfer => ({
  send: async ({ file, details }, options) =>
    (await api.withLatestToken(() => uploadPhoto(api, file, details, options))).photo,
  find: async ({ file, contentHash: computed }) => {
    const hash = computed ?? (await contentHash(file));
    if (hash) return (await findKnownPhotos(api, [hash])).known[0]?.photo;
    await queryClient.fetchQuery({ ...uploadLimitsQuery(api), staleTime: 0, retry: false });
    return undefined;
  },
});

/**
 * Finds the photo of an upload whose response was lost. Ignores older photos with the same content: the known duplicate, and
 * those with another title.
 */
export async function findAccepted(upload: NewUpload, find: PhotoTransfer['find']): Promise<PhotoView | undefined> {
  const photo = await find(upload).catch((error: unknown) => {
    if (classifyError(error) === 'refused') return undefined;
    throw error;
  });
  const isOther = photo?.id === upload.duplicateOf || photo?.title !== upload.details.title;
  return isOther ? undefined : photo;
}

/** Sends a photo, and aborts when the transfer stalls. */
export async function sendWithTimeout(
  upload: NewUpload,
  send: PhotoTransfer['send'],
  { onProgress, signal }: TransferOptions,
): Promise<PhotoView> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), STALL_TIMEOUT);
  };
  const report = (fraction: number) => {
    restart();
    onProgress(fraction);
  };
  restart();
  try {
    return await send(upload, { onProgress: report, signal: AbortSignal.any([signal, stalled.signal]) });
  } finally {
    clearTimeout(timer);
  }
}
