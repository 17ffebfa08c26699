import { changePhotos as sendChanges, deletePhotos, failureMessage } from '@portfolio/api-client';
import {
  distinctTags,
  tagKey,
  type BatchResponse,
  type ChangePhotos,
  type PhotoView,
  type PhotoVisibility,
} from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { inBatches } from '../../../app/data/in-batches.ts';
import { isRefusal } from '../../../app/data/query-client.ts';
import { formatNumber, formatPhotoCount } from '../../../app/format-number.ts';
import { usePhotoVisibility } from '../../../app/galleries.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useUndo } from '../../../app/trash/trash-mutations.tsx';
import { dropInactiveLists, refreshCounts, removeDeletedPhotos, showSaved } from '../cache/photo-cache.ts';

export type BulkChanges = ReturnType<typeof useBulkChanges>;

export type PhotoGallery = PhotoView['galleries'][number];

export interface TagChanges {
  added: string[];
  removed: string[];
}

interface Change {
  label: string;
  /** @example "deleted" */
  result: string;
  failure: string;
  send: (photo_ids: number[]) => Promise<BatchResponse>;
  /** Updates the cache after success. */
  show: (ids: ReadonlySet<number>) => unknown;
  /** Reports the changed photos, in place of a toast. */
  onDone?: (text: string, ids: number[]) => void;
}

interface BulkCallbacks {
  /** @param ids of the photos changed before the failure */
  onFailure: (ids: ReadonlySet<number>) => void;
  /** @param photos of one batch as they are now */
  onChanged: (photos: PhotoView[]) => void;
  onDeleted: (ids: number[]) => void;
}

/** Changes many photos in batches, one request after another, until one fails. */
export function useBulkChanges({ onFailure, onChanged, onDeleted }: BulkCallbacks) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const { isOnlyInNonPublicGalleries } = usePhotoVisibility();
  const [progress, setProgress] = useState<{ label: string; done: number; of: number }>();
  // A mutation, so that shown data is refetched when a response is lost. Inactive lists are refetched when shown.
  const { mutateAsync } = useMutation({
    mutationFn: ({ batch, send }: { batch: number[]; send: Change['send'] }) => send(batch),
    meta: { changedIds: ({ batch }: { batch: number[] }) => batch },
    onError: async (error) => {
      if (!isRefusal(error)) await queryClient.invalidateQueries({ queryKey: ['photos'], refetchType: 'none' });
    },
  });

  const run = async (ids: number[], { label, result, failure, send, show, onDone }: Change) => {
    const done = (count: number) => `${formatPhotoCount(count)} ${result}`;
    const report = (count: number) => setProgress({ label, done: count, of: ids.length });
    const sendBatch = async (batch: number[]) => {
      const response = await mutateAsync({ batch, send });
      await show(new Set(batch));
      return response.count;
    };

    report(0);
    const { count, remaining, error } = await inBatches(ids, sendBatch, report);
    const changed = ids.slice(0, ids.length - remaining.length);
    if (changed.length > 0 && onDone) onDone(done(count), changed);
    if (remaining.length === 0 && !onDone) toast.success(done(count));
    if (remaining.length > 0) {
      const reason = failureMessage(error, failure);
      const total = onDone ? '' : `${done(count)}, `;
      toast.error(changed.length === 0 ? reason : `${total}${formatNumber(remaining.length)} failed: ${reason}`);
      onFailure(new Set(changed));
    }
    setProgress(undefined);
    dropInactiveLists(queryClient);
    void refreshCounts(queryClient);
    return remaining.length === 0;
  };

  const update = (
    ids: number[],
    changes: Omit<ChangePhotos, 'photo_ids'>,
    show: (photo: PhotoView) => PhotoView,
    result: string,
    label = 'Updating photos',
  ) =>
    run(ids, {
      label,
      result,
      failure: 'Failed to update photos',
      send: (photo_ids) => sendChanges(api, { photo_ids, ...changes }),
      show: async (batch) => {
        const changed: PhotoView[] = [];
        await showSaved(queryClient, batch, (photo) => {
          const after = show(photo);
          changed.push(after);
          return after;
        });
        onChanged(changed);
      },
    });

  /** For what the server alone knows: addresses of images, and photos that it has hidden by the schedules of galleries. */
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['photos'] });

  return {
    /** Undefined while idle. */
    progress,
    setForSale: (ids: number[], is_for_sale: boolean) => {
      const result = `marked as ${is_for_sale ? 'for sale' : 'not for sale'}`;
      void update(ids, { is_for_sale }, (photo) => ({ ...photo, is_for_sale }), result);
    },
    setVisibility: (ids: number[], visibility: PhotoVisibility) =>
      void update(ids, { visibility }, (photo) => ({ ...photo, visibility }), `set to ${visibility}`).then(refetch),
    /** @returns whether all photos were changed */
    changeTags: (ids: number[], { added, removed }: TagChanges): Promise<boolean> => {
      const keys = new Set(removed.map(tagKey));
      const show = (photo: PhotoView) => ({
        ...photo,
        tags: distinctTags([...photo.tags.filter((tag) => !keys.has(tagKey(tag))), ...added]),
      });
      const changes = {
        ...(added.length > 0 && { add_tags: added }),
        ...(removed.length > 0 && { remove_tags: removed }),
      };
      return update(ids, changes, show, added.length > 0 ? 'tagged' : 'updated');
    },
    addToGallery: (ids: number[], gallery: PhotoGallery) => {
      const show = (photo: PhotoView) => inGallery(photo, gallery);
      const { id, title } = gallery;
      void update(ids, { add_to_gallery_id: id }, show, `added to ${title}`, `Adding to ${title}`).then(refetch);
    },
    removeFromGallery: (ids: number[], { id, title }: PhotoGallery) => {
      const show = (photo: PhotoView): PhotoView => {
        const galleries = photo.galleries.filter((gallery) => gallery.id !== id);
        const [first] = galleries;
        const isLast = galleries.length === 0 && isOnlyInNonPublicGalleries(photo);
        const visibility = isLast ? 'hidden' : photo.visibility;
        return { ...photo, galleries, gallery_id: first?.id ?? null, gallery_name: first?.title ?? null, visibility };
      };
      const removal = { remove_from_gallery_id: id };
      void update(ids, removal, show, `removed from ${title}`, `Removing from ${title}`).then(refetch);
    },
    remove: (ids: number[]) =>
      void run(ids, {
        label: 'Deleting photos',
        result: 'deleted',
        failure: 'Failed to delete photos',
        send: (photo_ids) => deletePhotos(api, photo_ids),
        show: (batch) => removeDeletedPhotos(queryClient, batch),
        onDone: (text, deleted) => {
          onDeleted(deleted);
          undo(text, 'photo', deleted);
        },
      }),
  };
}

/** Adds a gallery as the server does: the oldest gallery is the main one. */
function inGallery(photo: PhotoView, { id, title, slug }: PhotoGallery): PhotoView {
  if (photo.galleries.some((gallery) => gallery.id === id)) return photo;
  const galleries = [...photo.galleries, { id, title, slug }].sort((one, other) => one.id - other.id);
  return { ...photo, galleries, gallery_id: galleries[0]!.id, gallery_name: galleries[0]!.title };
}
