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
   * @throws where it could not be asked for in some gallery; the next end does so again
   */
  async keep(uploads: readonly QueuedUpload[]): Promise<boolean> {
    let [hasMoved, fault]: [boolean, unknown] = [false, undefined];
    for (const [galleryId, photoIds] of this.latest(uploads)) {
      try {
        if (photoIds.length > 1) await orderGallery(this.api, galleryId, photoIds);
        for (const id of photoIds) this.settled.add(id);
        hasMoved ||= photoIds.length > 1;
      } catch (error) {
        fault = error;
      }
    }
    if (fault) throw fault;
    return hasMoved;
  }

  /** Those that are not settled yet, by gallery. */
  private latest(uploads: readonly QueuedUpload[]): Map<number, number[]> {
    const galleries = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || this.settled.has(photo.id)) continue;
      galleries.set(details.gallery_id, [...(galleries.get(details.gallery_id) ?? []), photo.id]);
    }
    return galleries;
  }
}
