import { orderGallery, type Api } from '@portfolio/api-client';
import type { QueuedUpload } from './queued-upload.ts';

/**
 * Orders uploaded photos in their galleries as in the queue. Other photos keep their positions.
 *
 * @returns a function to call whenever the queue has finished. It orders the photos uploaded since its last call: the order of
 * earlier ones is the artist's. It returns whether any position may have changed, and throws if a request fails; the next
 * call with these uploads retries it.
 */
export function galleryOrder(api: Api): (uploads: readonly QueuedUpload[]) => Promise<boolean> {
  const ordered = new Set<number>();
  return async (uploads) => {
    const photos = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || ordered.has(photo.id)) continue;
      photos.set(details.gallery_id, [...(photos.get(details.gallery_id) ?? []), photo.id]);
    }
    let [hasMoved, fault]: [boolean, unknown] = [false, undefined];
    for (const [galleryId, photoIds] of photos) {
      try {
        if (photoIds.length > 1) await orderGallery(api, galleryId, photoIds);
        for (const id of photoIds) ordered.add(id);
        hasMoved ||= photoIds.length > 1;
      } catch (error) {
        fault = error;
      }
    }
    if (fault) throw fault;
    return hasMoved;
  };
}
