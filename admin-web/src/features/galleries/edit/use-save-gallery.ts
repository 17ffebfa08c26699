import { ApiError, createGallery, failureMessage, updateGallery, type Versioned } from '@portfolio/api-client';
import type { CurrentGalleryView, UpdateGallery } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef, useState, type BaseSyntheticEvent, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { showFailure } from '../../../app/forms/contract-form.ts';
import { findGonePhotos } from '../gone-photos.ts';
import { mergeOrder } from './merge-order.ts';
import { OrderInWords } from './photo-order-summary.tsx';
import { refreshGalleries } from '../refresh-galleries.ts';
import type { WholeGallery } from '../use-whole-gallery.ts';

const NONE: ReadonlySet<number> = new Set();

const LABELS = {
  title: 'Title',
  slug: 'URL Identifier',
  description: 'Description',
  is_active: 'Active',
  photo_ids: 'Photos',
};

/** The fields of the form for a gallery. */
export const valuesOf = ({ gallery, photo_ids }: CurrentGalleryView): UpdateGallery => ({
  title: gallery.title,
  slug: gallery.slug,
  description: gallery.description ?? undefined,
  is_active: gallery.is_active,
  photo_ids,
});

export interface SaveGalleryOptions {
  form: UseFormReturn<UpdateGallery>;
  /** What the form was made from. */
  baseRef: RefObject<Versioned<UpdateGallery>>;
  /** The gallery that is edited; undefined for a new one. */
  saved: WholeGallery | undefined;
  onSaved: () => void;
}

/**
 * Saves what a form says, and says itself what came of it: as a toast, or at the field it is about. A form that was left in
 * the meantime is told nothing, for another one may be there by then.
 *
 * @returns `submit`; the ids of selected photos that the last try found to exist no more; and the question where two have
 * saved the gallery, to be rendered
 */
export function useSaveGallery({ form, baseRef, saved, onSaved }: SaveGalleryOptions) {
  const { api } = useAdmin();
  const id = saved?.gallery.id;
  const queryClient = useQueryClient();
  const [gone, setGone] = useState(NONE);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const otherwise = id === undefined ? 'Failed to create gallery' : 'Failed to update gallery';

  const { mutateAsync: send } = useMutation<unknown, Error, UpdateGallery>({
    mutationFn: (gallery) =>
      id === undefined
        ? createGallery(api, gallery)
        : conflict.save(gallery, (merged, { value: { photo_ids }, etag }) =>
            updateGallery(api, id, { ...merged, photo_ids_before: photo_ids }, etag),
          ),
  });

  const conflict = useSaveConflict({
    form,
    baseRef,
    valuesOf,
    labels: LABELS,
    shows: {
      photo_ids: (ids, other) => createElement(OrderInWords, { ids, other, known: saved?.photos ?? [] }),
    },
    merges: { photo_ids: mergeOrder },
    submit: () => void submit(),
  });

  const save = async (gallery: UpdateGallery) => {
    try {
      await send(gallery);
    } catch (error) {
      await tell(error, gallery);
      return;
    }
    toast.success(id === undefined ? 'Gallery created successfully!' : 'Gallery updated successfully!');
    refreshGalleries(queryClient);
    if (isThere.current) onSaved();
  };

  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(save)(event);

  const tell = async (error: unknown, { photo_ids }: UpdateGallery) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'gallery.not-found') refreshGalleries(queryClient);
    if (!isThere.current) {
      if (code !== 'auth.required') toast.error(failureMessage(error, otherwise));
      return;
    }
    if (conflict.asks(error)) return;
    if (code === 'gallery.unknown-photo') {
      setGone(await findGonePhotos(api, queryClient, photo_ids).catch(() => NONE));
    }
    showFailure(form, error, { otherwise }, { 'gallery.slug-taken': 'slug', 'gallery.unknown-photo': 'photo_ids' });
  };

  return { submit, gone, question: conflict.question };
}
