import { updatePhoto, type Api } from '@portfolio/api-client';
import type { PhotoView, UploadPhoto } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { classifyError } from '../queue/failure-policy.ts';
import {
  findAccepted,
  photoTransfer,
  sendWithTimeout,
  type PhotoTransfer,
  type TransferOptions,
} from '../queue/photo-transfer.ts';
import type { NewUpload } from '../queue/queued-upload.ts';

/** Upload of one photo with manual retries. After a lost response, a retry looks for the photo before sending it again. */
export class SingleUpload {
  /** Last upload whose response was lost. */
  private uncertain: NewUpload | undefined;
  private readonly transfer: PhotoTransfer;

  constructor(
    private readonly api: Api,
    queryClient: QueryClient,
  ) {
    this.transfer = photoTransfer(api, queryClient);
  }

  /** Rejects after an abort, even if the server has the photo. */
  async send(upload: NewUpload, options: TransferOptions): Promise<PhotoView> {
    const accepted = await this.findAccepted(upload, options.signal);
    options.signal.throwIfAborted();
    if (accepted) return accepted;
    try {
      return await sendWithTimeout(upload, this.transfer.send, options);
    } catch (error) {
      if (['unreachable', 'retryable'].includes(classifyError(error))) this.uncertain = upload;
      throw error;
    }
  }

  private async findAccepted(upload: NewUpload, aborted: AbortSignal): Promise<PhotoView | undefined> {
    const { uncertain } = this;
    if (uncertain?.file !== upload.file) return undefined;
    const photo = await findAccepted(uncertain, this.transfer.find);
    aborted.throwIfAborted();
    if (!photo || JSON.stringify(uncertain.details) === JSON.stringify(upload.details)) return photo;
    return (await updatePhoto(this.api, photo.id, asUpdate(upload.details))).value.photo;
  }
}

/** Empty fields overwrite the values sent before. */
const asUpdate = ({ description, alt_text, gallery_id, selling_price, ...rest }: UploadPhoto) => ({
  ...rest,
  description: description ?? null,
  alt_text: alt_text ?? null,
  gallery_id: gallery_id ?? null,
  selling_price: selling_price ?? null,
});
