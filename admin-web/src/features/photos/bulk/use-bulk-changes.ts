import { changePhotos, deletePhotos, failureMessage } from '@portfolio/api-client';
import type { BatchResponse, ChangePhotos, GalleryView, PhotoView, PhotoVisibility } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { inBatches } from '../../../app/data/in-batches.ts';
import { isRefusal } from '../../../app/data/query-client.ts';
import { changePhotosInPlace, forgetOtherLists, takePhotosOut } from '../cache/photo-cache.ts';
import { photosInWords } from './photos-in-words.ts';
import { refreshAroundPhotos } from '../cache/refresh-photos.ts';

export interface BulkProgress {
  /** What is being done. */
  label: string;
  done: number;
  of: number;
}

export interface BulkChanges {
  /** Undefined when nothing is under way; meanwhile nothing else can be begun. */
  progress: BulkProgress | undefined;
  setForSale: (ids: number[], isForSale: boolean) => void;
  setVisibility: (ids: number[], visibility: PhotoVisibility) => void;
  addToGallery: (ids: number[], gallery: Pick<GalleryView, 'id' | 'title' | 'slug'>) => void;
  remove: (ids: number[]) => void;
}

interface Change {
  label: string;
  /** How it went, for example "3 photos deleted". */
  said: (count: number) => string;
  otherwise: string;
  /** Asks the server for a part. */
  send: (photo_ids: number[]) => Promise<BatchResponse>;
  /** Shows what the server has done. */
  show: (ids: ReadonlySet<number>) => unknown;
}

/**
 * Does the same to many photos, in parts that one request may have, one after another. A part that fails ends it: what was
 * done stays done and is shown.
 *
 * @param onFailure given those that it was done to before
 */
export function useBulkChanges(onFailure: (ids: ReadonlySet<number>) => void): BulkChanges {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  // A mutation, because what is shown is read again after one without an answer. Lists out of sight follow once in sight.
  const { mutateAsync } = useMutation({
    mutationFn: ({ part, send }: { part: number[]; send: Change['send'] }) => send(part),
    meta: { ids: ({ part }: { part: number[] }) => part },
    onError: async (error) => {
      if (!isRefusal(error)) await queryClient.invalidateQueries({ queryKey: ['photos'], refetchType: 'none' });
    },
  });

  const run = async (ids: number[], { label, said, otherwise, send, show }: Change) => {
    const tell = (done: number) => setProgress({ label, done, of: ids.length });
    const ask = async (part: number[]) => {
      const answer = await mutateAsync({ part, send });
      await show(new Set(part));
      return answer.count;
    };

    tell(0);
    const { count, left, error } = await inBatches(ids, ask, tell);
    if (left.length === 0) toast.success(said(count));
    else {
      const reason = failureMessage(error, otherwise);
      toast.error(left.length === ids.length ? reason : `${said(count)}, ${left.length} failed: ${reason}`);
    }
    setProgress(undefined);
    if (left.length > 0) onFailure(new Set(ids.slice(0, ids.length - left.length)));
    forgetOtherLists(queryClient);
    await refreshAroundPhotos(queryClient);
  };

  const change = (changes: Omit<ChangePhotos, 'photo_ids'>) => (photo_ids: number[]) =>
    changePhotos(api, { photo_ids, ...changes });

  return {
    progress,
    setForSale: (ids, isForSale) =>
      void run(ids, {
        label: 'Updating photos',
        said: (count) => `${photosInWords(count)} marked as ${isForSale ? 'for sale' : 'not for sale'}`,
        otherwise: 'Failed to update photos',
        send: change({ is_for_sale: isForSale }),
        show: (part) => changePhotosInPlace(queryClient, part, (photo) => ({ ...photo, is_for_sale: isForSale })),
      }),
    setVisibility: (ids, visibility) =>
      void run(ids, {
        label: 'Updating photos',
        said: (count) => `${photosInWords(count)} set to ${visibility}`,
        otherwise: 'Failed to update photos',
        send: change({ visibility }),
        show: (part) => changePhotosInPlace(queryClient, part, (photo) => ({ ...photo, visibility })),
      }),
    addToGallery: (ids, gallery) =>
      void run(ids, {
        label: `Adding to ${gallery.title}`,
        said: (count) => `${photosInWords(count)} added to ${gallery.title}`,
        otherwise: 'Failed to update photos',
        send: change({ add_to_gallery_id: gallery.id }),
        show: (part) => changePhotosInPlace(queryClient, part, (photo) => inGallery(photo, gallery)),
      }),
    remove: (ids) =>
      void run(ids, {
        label: 'Deleting photos',
        said: (count) => `${photosInWords(count)} deleted`,
        otherwise: 'Failed to delete photos',
        send: (photo_ids) => deletePhotos(api, photo_ids),
        show: (part) => takePhotosOut(queryClient, part),
      }),
  };
}

/** The photo as the server tells it once it is in a gallery more: the oldest gallery stands for all. */
function inGallery(photo: PhotoView, { id, title, slug }: Pick<GalleryView, 'id' | 'title' | 'slug'>): PhotoView {
  if (photo.galleries.some((gallery) => gallery.id === id)) return photo;
  const galleries = [...photo.galleries, { id, title, slug }].sort((one, other) => one.id - other.id);
  return { ...photo, galleries, gallery_id: galleries[0]!.id, gallery_name: galleries[0]!.title };
}
