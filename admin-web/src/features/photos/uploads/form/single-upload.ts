import { updatePhoto, type Api } from '@portfolio/api-client';
import type { PhotoView, UploadPhoto } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';
import {
  findAccepted,
  photoTransfer,
  sendGuarded,
  type PhotoTransfer,
  type Transfer,
} from '../queue/photo-transfer.ts';
import type { NewUpload } from '../queue/queued-upload.ts';
import { classifyError } from '../queue/classify-error.ts';

/** The tries of one photo. What was sent without an answer is asked for before it is sent again. */
export class SingleUpload {
  private unanswered: NewUpload | undefined;
  private readonly transfer: PhotoTransfer;

  constructor(
    private readonly api: Api,
    queryClient: QueryClient,
  ) {
    this.transfer = photoTransfer(api, queryClient);
  }

  /** Rejects as well when it has been called off, whatever there is on the site by then. */
  async send(upload: NewUpload, transfer: Transfer): Promise<PhotoView> {
    const arrived = await this.findArrived(upload, transfer.signal);
    transfer.signal.throwIfAborted();
    if (arrived) return arrived;
    try {
      return await sendGuarded(upload, this.transfer.send, transfer);
    } catch (error) {
      if (['away', 'again'].includes(classifyError(error))) this.unanswered = upload;
      throw error;
    }
  }

  private async findArrived(upload: NewUpload, called: AbortSignal): Promise<PhotoView | undefined> {
    const { unanswered } = this;
    if (unanswered?.file !== upload.file) return undefined;
    const photo = await findAccepted(unanswered, this.transfer.find);
    called.throwIfAborted();
    if (!photo || JSON.stringify(unanswered.details) === JSON.stringify(upload.details)) return photo;
    return (await updatePhoto(this.api, photo.id, changesTo(upload.details))).value.photo;
  }
}

/** What is left empty takes the place of what was sent before. */
const changesTo = ({ description, alt_text, gallery_id, selling_price, ...rest }: UploadPhoto) => ({
  ...rest,
  description: description ?? null,
  alt_text: alt_text ?? null,
  gallery_id: gallery_id ?? null,
  selling_price: selling_price ?? null,
});
