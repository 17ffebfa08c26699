import {
  ApiError,
  createGallery,
  failureMessage,
  photoPagesQuery,
  updateGallery,
  type Api,
  type Versioned,
} from '@portfolio/api-client';
import { LIMITS, type CurrentGalleryView, type GalleryView, type UpdateGallery } from '@portfolio/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type BaseSyntheticEvent, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { isSame } from '../../../app/conflict/merge-fields.ts';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { renderTime } from '../../../app/schedule/schedule-fields.tsx';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { showFailure } from '../../../app/forms/contract-form.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { interludeTitle } from '../picker/interlude-bar.tsx';
import { withPhotos } from '../picker/sequence.ts';
import { usePhotos, type PhotosById } from '../picker/use-photos-by-id.ts';
import { refreshGalleries } from '../refresh-galleries.ts';
import { LAYOUTS } from './layout-field.tsx';
import { mergeOrder } from './merge-order.ts';
import { VISIBILITIES } from './visibility-field.tsx';

const LABELS = {
  title: 'Title',
  slug: 'URL Identifier',
  description: 'Description',
  visibility: 'Visibility',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
  opening: 'Open with the cover',
  cover_photo_id: 'Cover',
  layout: 'Layout',
  photo_ids: 'Photos',
  interludes: 'Texts between photos',
};

/** Form values of a gallery. */
export const toFormValues = ({ gallery, photo_ids, interludes }: CurrentGalleryView): UpdateGallery => ({
  title: gallery.title,
  slug: gallery.slug,
  description: gallery.description ?? undefined,
  visibility: gallery.visibility,
  password: '',
  publish_at: gallery.publish_at ?? null,
  unpublish_at: gallery.unpublish_at ?? null,
  opening: gallery.opening,
  cover_photo_id: gallery.cover_photo_id,
  layout: gallery.layout,
  photo_ids,
  interludes,
});

interface SaveGalleryOptions {
  form: UseFormReturn<UpdateGallery>;
  /** Version that the unsaved changes are relative to. */
  baseRef: RefObject<Versioned<UpdateGallery>>;
  /** Undefined for a new gallery. */
  id: number | undefined;
  photosById: PhotosById;
  /** Called instead of `onSaved` while the form has further input. */
  onContinue: (current: GalleryView) => void;
  onSaved: () => void;
}

/**
 * Saves a gallery, and shows the result as a toast or at the field.
 *
 * @returns `submit`; and `conflictDialog`, open during a save conflict
 */
export function useSaveGallery({ form, baseRef, id, photosById, onContinue, onSaved }: SaveGalleryOptions) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const otherwise = id === undefined ? 'Failed to create gallery' : 'Failed to update gallery';

  const { mutateAsync: send } = useMutation({
    mutationFn: (gallery: UpdateGallery) =>
      conflict.save(gallery, async (merged, { value: { photo_ids }, etag }): Promise<Versioned<CurrentGalleryView>> => {
        // A text keeps its position where the other side has removed the photo after it.
        const placed = merged.interludes === gallery.interludes ? gallery.photo_ids : photo_ids;
        const interludes = merged.interludes && withPhotos(merged.interludes, placed, merged.photo_ids);
        // A merge may have changed the visibility.
        const password = merged.visibility === 'private' ? merged.password : undefined;
        const { value, etag: next } =
          id === undefined
            ? await createGallery(api, gallery)
            : await updateGallery(api, id, { ...merged, password, interludes, photo_ids_before: photo_ids }, etag);
        return { value: { ...value, photo_ids: merged.photo_ids, interludes: interludes ?? [] }, etag: next };
      }),
  });

  const conflict = useSaveConflict({
    form,
    baseRef,
    toFormValues,
    labels: LABELS,
    renderValue: {
      visibility: (visibility) => VISIBILITIES[visibility ?? 'public'].label,
      publish_at: renderTime,
      unpublish_at: renderTime,
      opening: (opening) => (opening === 'cover' ? 'Yes' : 'No'),
      cover_photo_id: (id) => <CoverTitle id={id ?? null} photosById={photosById} />,
      layout: (layout) => LAYOUTS[layout ?? 'masonry'].label,
      interludes: (interludes) => interludes?.map(interludeTitle).join(', ') || 'None',
      photo_ids: (ids, other) => <PhotoOrderSummary ids={ids} other={other} photosById={photosById} />,
    },
    merges: { photo_ids: mergeOrder },
    adaptDependents: ({ interludes, photo_ids }, ours, theirs) => {
      const placed = isSame(interludes, ours.interludes) ? ours.photo_ids : theirs.photo_ids;
      return interludes ? { interludes: withPhotos(interludes, placed, photo_ids) } : {};
    },
    submit: () => void submit(),
  });

  const save = async ({ password, ...gallery }: UpdateGallery) => {
    let response: Versioned<CurrentGalleryView>;
    try {
      response = await send({ ...gallery, ...(password && { password }) });
    } catch (error) {
      await showError(error, gallery);
      return;
    }
    toast.success(id === undefined ? 'Gallery created successfully!' : 'Gallery updated successfully!');
    refreshGalleries(queryClient);
    if (!isMounted.current) return;
    if (conflict.keepLaterInput(response)) onContinue(response.value.gallery);
    else onSaved();
  };

  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(save)(event);

  const showError = async (error: unknown, { photo_ids }: UpdateGallery) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'gallery.not-found') refreshGalleries(queryClient);
    if (isMounted.current && conflict.handleConflict(error)) return;
    if (isMounted.current && code === 'gallery.unknown-photo') {
      photosById.setDeletedIds(await findDeletedPhotos(api, queryClient, photo_ids).catch(() => new Set<number>()));
    }
    if (!isMounted.current) {
      if (code !== 'auth.required') toast.error(failureMessage(error, otherwise));
      return;
    }
    showFailure(form, error, { otherwise }, { 'gallery.slug-taken': 'slug', 'gallery.unknown-photo': 'photo_ids' });
  };

  return { submit, conflictDialog: conflict.dialog };
}

/** Ids of photos that do not exist any more. The API does not name them, so all photos are fetched. */
async function findDeletedPhotos(api: Api, queryClient: QueryClient, ids: number[]): Promise<ReadonlySet<number>> {
  const deleted = new Set(ids);
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...photoPagesQuery(api, { limit: LIMITS.page.max }),
    queryKey: ['existing-photos'],
    gcTime: 0,
    pages: Infinity,
  });
  for (const { photos } of pages) for (const { id } of photos) deleted.delete(id);
  return deleted;
}

function CoverTitle({ id, photosById }: { id: number | null; photosById: PhotosById }) {
  const photos = usePhotos(id === null ? [] : [id], photosById);
  return id === null ? 'The first photo' : (photos.get(id)?.title ?? `Photo ${id}`);
}

/** Photos shown of each order. */
const MAX_SHOWN = 8;

interface PhotoOrderSummaryProps {
  ids: number[];
  other: number[];
  photosById: PhotosById;
}

/** Titles of photos in order, from the first difference to the other order. */
function PhotoOrderSummary({ ids, other, photosById }: PhotoOrderSummaryProps) {
  const start = ids.findIndex((id, index) => id !== other[index]);
  const shown = start === -1 ? [] : ids.slice(start, start + MAX_SHOWN);
  const photos = usePhotos(shown, photosById);
  return (
    <>
      {formatPhotoCount(ids.length)}
      <ol start={start + 1}>
        {shown.map((id) => (
          <li key={id} dir="auto">
            {photos.get(id)?.title ?? `Photo ${id}`}
          </li>
        ))}
      </ol>
    </>
  );
}
