import { updatePhoto, type Api } from '@portfolio/api-client';
import type { PhotoView, UploadPhoto } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { classifyError } from '../queue/failure-policy.ts';
import { findAccepted, photoTransfer, sendWithTimeout, type TransferOptions } from '../queue/photo-transfer.ts';
import type { NewUpload } from '../queue/queued-upload.ts';

/**
 * Upload of one photo with manual retries. After a lost response, a retry looks for the photo before sending it again.
 *
 * @returns rejects after an abort, even if the server has the photo
 */
export function singleUpload(api: Api, queryClient: QueryClient) {
  const transfer = photoTransfer(api, queryClient);
  /** Last upload whose response was lost. */
  let uncertain: NewUpload | undefined;

  const retrieve = async (upload: NewUpload, aborted: AbortSignal): Promise<PhotoView | undefined> => {
    if (uncertain?.file !== upload.file) return undefined;
    const { details } = uncertain;
    const photo = await findAccepted(uncertain, transfer.find);
    aborted.throwIfAborted();
    if (!photo || JSON.stringify(details) === JSON.stringify(upload.details)) return photo;
    return (await updatePhoto(api, photo.id, asUpdate(upload.details))).value.photo;
  };

  return async (upload: NewUpload, options: TransferOptions): Promise<PhotoView> => {
    const accepted = await retrieve(upload, options.signal);
    options.signal.throwIfAborted();
    if (accepted) return accepted;
    try {
      return await sendWithTimeout(upload, transfer.send, options);
    } catch (error) {
      if (['unreachable', 'retryable'].includes(classifyError(error))) uncertain = upload;
      throw error;
    }
  };
}

/** Empty fields overwrite the values sent before. */
const asUpdate = ({ description, alt_text, gallery_id, selling_price, ...rest }: UploadPhoto) => ({
  ...rest,
  description: description ?? null,
  alt_text: alt_text ?? null,
  gallery_id: gallery_id ?? null,
  selling_price: selling_price ?? null,
});
