import { findKnownPhotos, uploadLimitsQuery, uploadPhoto, type Api, type UploadOptions } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { contentHash } from '../files/content-hash.ts';
import { classifyError } from './failure-policy.ts';
import type { NewUpload } from './queued-upload.ts';

export type TransferOptions = Required<Pick<UploadOptions, 'onProgress' | 'signal'>>;

export type PhotoTransfer = ReturnType<typeof photoTransfer>;

/** Requests for one photo. */
export const photoTransfer = (api: Api, queryClient: QueryClient) => ({
  send: async ({ file, details }: NewUpload, options: TransferOptions): Promise<PhotoView> =>
    (await uploadPhoto(api, file, details, options)).photo,
  /** The newest photo with the file's content. Rejects while the server is unreachable. */
  find: async ({ file, contentHash: computed }: NewUpload): Promise<PhotoView | undefined> => {
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
