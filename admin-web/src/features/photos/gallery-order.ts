import { orderGallery, type Api } from '@portfolio/api-client';
import type { QueuedUpload } from './queued-upload.ts';

/**
 * Puts photos that arrived side by side into the order in which they stood in the list, in the galleries that they went to.
 * Other photos there keep their places, also those that come in meanwhile.
 *
 * @returns whether anything may have moved
 */
export async function keepListOrder(api: Api, uploads: readonly QueuedUpload[]): Promise<boolean> {
  const several = [...byGallery(uploads)].filter(([, photoIds]) => photoIds.length > 1);
  for (const [galleryId, photoIds] of several) await orderGallery(api, galleryId, photoIds);
  return several.length > 0;
}

function byGallery(uploads: readonly QueuedUpload[]): Map<number, number[]> {
  const galleries = new Map<number, number[]>();
  for (const { photo, details } of uploads) {
    if (!photo || !details.gallery_id) continue;
    galleries.set(details.gallery_id, [...(galleries.get(details.gallery_id) ?? []), photo.id]);
  }
  return galleries;
}
