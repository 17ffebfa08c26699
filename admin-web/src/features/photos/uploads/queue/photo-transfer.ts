import { ApiError, findKnownPhotos, uploadLimitsQuery, uploadPhoto, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { contentHash } from '../files/content-hash.ts';
import type { NewUpload } from './queued-upload.ts';
import { StallGuard } from './stall-guard.ts';
import { classifyError } from './classify-error.ts';

export interface Transfer {
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** What goes between this page and the site for one photo. */
export interface PhotoTransfer {
  send: (upload: NewUpload, transfer: Transfer) => Promise<PhotoView>;
  /** The latest photo of that file on the site, if there is one. Also asked to learn whether the site is there at all. */
  find: (upload: NewUpload) => Promise<PhotoView | undefined>;
}

export const photoTransfer = (api: Api, queryClient: QueryClient): PhotoTransfer => ({
  send: async ({ file, details }, transfer) =>
    (await withLatestToken(api, () => uploadPhoto(api, file, details, transfer))).photo,
  find: async ({ file, contentHash: computed }) => {
    const hash = computed ?? (await contentHash(file));
    if (hash) return (await withLatestToken(api, () => findKnownPhotos(api, [hash]))).known[0]?.photo;
    const probe = { ...uploadLimitsQuery(api), staleTime: 0, retry: false };
    await withLatestToken(api, () => queryClient.fetchQuery(probe));
    return undefined;
  },
});

/**
 * Of what was sent without an answer: the photo that the site made of it. Another one of the same file, which has been there
 * since before, is told by its title.
 */
export async function findAccepted(upload: NewUpload, find: PhotoTransfer['find']): Promise<PhotoView | undefined> {
  const photo = await find(upload).catch((error: unknown) => {
    if (classifyError(error) === 'refused') return undefined;
    throw error;
  });
  const isAnother = photo?.id === upload.knownAs || photo?.title !== upload.details.title;
  return isAnother ? undefined : photo;
}

/** Sends, and gives up what stands still. */
export async function sendGuarded(
  upload: NewUpload,
  send: PhotoTransfer['send'],
  { onProgress, signal }: Transfer,
): Promise<PhotoView> {
  const guard = new StallGuard();
  const tell = (fraction: number) => {
    guard.alive();
    onProgress(fraction);
  };
  guard.alive();
  try {
    return await send(upload, { onProgress: tell, signal: AbortSignal.any([signal, guard.signal]) });
  } finally {
    guard.end();
  }
}

/** Asks once more where the token that was sent has been replaced meanwhile: its 401 says nothing of the session there is now. */
async function withLatestToken<T>(api: Api, ask: () => Promise<T>): Promise<T> {
  const { authorization: sent } = api.credentials();
  try {
    return await ask();
  } catch (error) {
    const { authorization: current } = api.credentials();
    const isOutdated = current !== undefined && current !== sent;
    if (isOutdated && error instanceof ApiError && error.status === 401) return withLatestToken(api, ask);
    throw error;
  }
}
