import { orderGallery, type Api } from '@portfolio/api-client';
import type { QueuedUpload } from './queued-upload.ts';

/** Orders uploaded photos in their galleries as in the queue. Other photos keep their positions. */
export class GalleryOrder {
  /** Ids of photos from finished rounds: their order is the artist's. */
  private readonly saved = new Set<number>();

  constructor(private readonly api: Api) {}

  /**
   * Call whenever the queue has finished. Orders the photos uploaded since the last call.
   *
   * @returns whether any position may have changed
   * @throws if a request fails; the next call with these uploads retries it
   */
  async save(uploads: readonly QueuedUpload[]): Promise<boolean> {
    let [hasMoved, fault]: [boolean, unknown] = [false, undefined];
    for (const [galleryId, photoIds] of this.unsaved(uploads)) {
      try {
        if (photoIds.length > 1) await orderGallery(this.api, galleryId, photoIds);
        for (const id of photoIds) this.saved.add(id);
        hasMoved ||= photoIds.length > 1;
      } catch (error) {
        fault = error;
      }
    }
    if (fault) throw fault;
    return hasMoved;
  }

  /** Photo ids by gallery id. */
  private unsaved(uploads: readonly QueuedUpload[]): Map<number, number[]> {
    const galleries = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || this.saved.has(photo.id)) continue;
      galleries.set(details.gallery_id, [...(galleries.get(details.gallery_id) ?? []), photo.id]);
    }
    return galleries;
  }
}
