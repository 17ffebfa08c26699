import { orderGallery, type Api } from '@portfolio/api-client';
import { classifyError } from './failure-policy.ts';
import type { QueuedUpload } from './queued-upload.ts';

/**
 * Orders uploaded photos in their galleries as in the queue. Other photos keep their positions.
 *
 * @returns a function to call whenever the queue has finished. It orders the photos uploaded since its last call: the order of
 * earlier ones is the artist's. It returns whether any position may have changed, and throws if a request fails; the next
 * call retries it unless the API has refused it.
 */
export function galleryOrder(api: Api): (uploads: readonly QueuedUpload[]) => Promise<boolean> {
  const settled = new Set<number>();
  /** Photo ids by gallery id. The queue drops finished uploads, also when their order was not saved. */
  const unsaved = new Map<number, Set<number>>();
  return async (uploads) => {
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || settled.has(photo.id)) continue;
      const ids = unsaved.get(details.gallery_id) ?? new Set();
      // Moves it behind the photos that the queue has dropped.
      ids.delete(photo.id);
      unsaved.set(details.gallery_id, ids.add(photo.id));
    }
    let [hasMoved, fault]: [boolean, unknown] = [false, undefined];
    for (const [galleryId, ids] of [...unsaved]) {
      const photoIds = [...ids];
      try {
        if (photoIds.length > 1) await orderGallery(api, galleryId, photoIds);
        hasMoved ||= photoIds.length > 1;
      } catch (error) {
        fault = error;
        // A deleted gallery cannot be ordered by a retry either.
        if (classifyError(error) !== 'refused') continue;
      }
      for (const id of photoIds) {
        settled.add(id);
        ids.delete(id);
      }
    }
    if (fault) throw fault;
    return hasMoved;
  };
}
