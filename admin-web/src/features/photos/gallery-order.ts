import { orderGallery, type Api } from '@portfolio/api-client';
import type { QueuedUpload } from './queued-upload.ts';

/**
 * Puts photos that arrived side by side into the order in which they stood in the list, in the galleries that they went to.
 * Other photos there keep their places, also those that come in meanwhile.
 */
export class GalleryOrder {
  /** Ids of photos that are the artist's to arrange: they were there when all had an end before. */
  private readonly settled = new Set<number>();

  constructor(private readonly api: Api) {}

  /**
   * To be called at each end. What has arrived since the last one comes into order among itself; a photo that is tried again
   * stays where it arrived, which is last.
   *
   * @returns whether anything may have moved
   */
  async keep(uploads: readonly QueuedUpload[]): Promise<boolean> {
    const several = [...this.latest(uploads)].filter(([, photoIds]) => photoIds.length > 1);
    for (const [galleryId, photoIds] of several) await orderGallery(this.api, galleryId, photoIds);
    return several.length > 0;
  }

  /** Those that are not settled yet, by gallery; from now on they are. */
  private latest(uploads: readonly QueuedUpload[]): Map<number, number[]> {
    const galleries = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || this.settled.has(photo.id)) continue;
      galleries.set(details.gallery_id, [...(galleries.get(details.gallery_id) ?? []), photo.id]);
      this.settled.add(photo.id);
    }
    return galleries;
  }
}
