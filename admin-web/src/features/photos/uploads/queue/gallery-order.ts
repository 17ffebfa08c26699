import { orderGallery, type Api } from '@portfolio/api-client';
import { classifyError } from './failure-policy.ts';
import type { QueuedUpload } from './queued-upload.ts';

/** Orders uploaded photos in their galleries as in the queue. Other photos keep their positions. */
export class GalleryOrder {
  /** Ids of photos from finished rounds: their order is the artist's. */
  private readonly saved = new Set<number>();
  /** Photo ids by gallery id, also of earlier rounds whose request failed. */
  private readonly unsaved = new Map<number, number[]>();

  constructor(private readonly api: Api) {}

  /**
   * Call whenever the queue has finished. Orders the photos uploaded since the last call.
   *
   * @returns whether any position may have changed
   * @throws if a request fails; the next call retries it
   */
  async save(uploads: readonly QueuedUpload[]): Promise<boolean> {
    let [hasMoved, fault]: [boolean, unknown] = [false, undefined];
    this.add(uploads);
    for (const [galleryId, photoIds] of [...this.unsaved]) {
      // A later round may have added photos during the request.
      const forget = () => this.unsaved.get(galleryId) === photoIds && this.unsaved.delete(galleryId);
      try {
        if (photoIds.length > 1) await orderGallery(this.api, galleryId, photoIds);
        for (const id of photoIds) this.saved.add(id);
        forget();
        hasMoved ||= photoIds.length > 1;
      } catch (error) {
        fault = error;
        // The gallery was deleted.
        if (classifyError(error) === 'refused') forget();
      }
    }
    if (fault) throw fault;
    return hasMoved;
  }

  private add(uploads: readonly QueuedUpload[]): void {
    const galleries = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id) continue;
      galleries.set(details.gallery_id, [...(galleries.get(details.gallery_id) ?? []), photo.id]);
    }
    for (const [galleryId, ids] of galleries) {
      const earlier = this.unsaved.get(galleryId)?.filter((id) => !ids.includes(id)) ?? [];
      const unsaved = [...earlier, ...ids].filter((id) => !this.saved.has(id));
      if (unsaved.length > 0) this.unsaved.set(galleryId, unsaved);
    }
  }
}
