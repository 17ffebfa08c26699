import { ApiError, createGallery, failureMessage, updateGallery } from '@portfolio/api-client';
import type { UpdateGallery } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { showFailure } from '../../app/contract-form.ts';
import { findGonePhotos } from './gone-photos.ts';
import { refreshGalleries } from './refresh-galleries.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Saves what a form says, and says itself what came of it: as a toast, or at the field it is about. A form that was left in
 * the meantime is told nothing, for another one may be there by then.
 *
 * @param id of the gallery that is edited; undefined for a new one
 * @returns `save`, and the ids of selected photos that the last try found to exist no more
 */
export function useSaveGallery(form: UseFormReturn<UpdateGallery>, id: number | undefined, onSaved: () => void) {
  const { api } = useAdmin();
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
    mutationFn: (gallery) => (id === undefined ? createGallery(api, gallery) : updateGallery(api, id, gallery)),
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

  const tell = async (error: unknown, { photo_ids }: UpdateGallery) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'gallery.not-found') refreshGalleries(queryClient);
    if (!isThere.current) {
      if (code !== 'auth.required') toast.error(failureMessage(error, otherwise));
      return;
    }
    if (code === 'gallery.unknown-photo') {
      setGone(await findGonePhotos(api, queryClient, photo_ids).catch(() => NONE));
    }
    showFailure(form, error, { otherwise }, { 'gallery.slug-taken': 'slug', 'gallery.unknown-photo': 'photo_ids' });
  };

  return { save, gone };
}
