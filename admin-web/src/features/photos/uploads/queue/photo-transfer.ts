import { findKnownPhotos, uploadLimitsQuery, uploadPhoto, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { contentHash } from '../files/content-hash.ts';
import { classifyError } from './failure-policy.ts';
import type { NewUpload } from './queued-upload.ts';

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
  send: async ({ file, details }, options) => (await uploadPhoto(api, file, details, options)).photo,
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
