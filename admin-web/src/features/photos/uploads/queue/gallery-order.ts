import { orderGallery, type Api } from '@portfolio/api-client';
import { classifyError } from './failure-policy.ts';
import type { QueuedUpload } from './queued-upload.ts';

interface Callbacks {
  /** Called after the requests of a round. */
  onSettled: () => void;
  /** @param retry sends the failed requests again; undefined if the API has refused them all, as for deleted galleries */
  onFailure: (retry: (() => void) | undefined) => void;
}

/**
 * Orders uploaded photos in their galleries as in the queue. Other photos keep their positions.
 *
 * @returns a function to call whenever the queue has finished. It orders the photos uploaded since its last call: the artist
 * may have moved earlier ones since.
 */
export function galleryOrder(
  api: Api,
  { onSettled, onFailure }: Callbacks,
): (uploads: readonly QueuedUpload[]) => void {
  const ordered = new Set<number>();
  const send = async (orders: [galleryId: number, photoIds: number[]][]) => {
    if (orders.length === 0) return;
    const results = await Promise.allSettled(orders.map((order) => orderGallery(api, ...order)));
    const failures = results.map((result) => result.status === 'rejected' && classifyError(result.reason));
    const unsaved = orders.filter((_, index) => failures[index] && failures[index] !== 'refused');
    if (failures.some(Boolean)) onFailure(unsaved.length > 0 ? () => void send(unsaved) : undefined);
    onSettled();
  };
  return (uploads) => {
    const photos = new Map<number, number[]>();
    for (const { photo, details } of uploads) {
      if (!photo || !details.gallery_id || ordered.has(photo.id)) continue;
      ordered.add(photo.id);
      photos.set(details.gallery_id, [...(photos.get(details.gallery_id) ?? []), photo.id]);
    }
    void send([...photos].filter(([, photoIds]) => photoIds.length > 1));
  };
}
