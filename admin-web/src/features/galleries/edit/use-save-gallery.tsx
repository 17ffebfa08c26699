import {
  ApiError,
  createGallery,
  failureMessage,
  photoPagesQuery,
  updateGallery,
  type Api,
  type Versioned,
} from '@portfolio/api-client';
import { LIMITS, type CurrentGalleryView, type PhotoView, type UpdateGallery } from '@portfolio/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type BaseSyntheticEvent, type RefObject } from 'react';
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
import { useMissingPhotos } from '../picker/use-photos-by-id.ts';
import { refreshGalleries } from '../refresh-galleries.ts';
import type { GalleryToEdit } from '../use-gallery-to-edit.ts';
import { LAYOUT_LABELS } from './layout-field.tsx';
import { mergeOrder } from './merge-order.ts';
import { VISIBILITY_LABELS } from './visibility-field.tsx';

const NONE: ReadonlySet<number> = new Set();

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

export interface SaveGalleryOptions {
  form: UseFormReturn<UpdateGallery>;
  /** Version that the unsaved changes are relative to. */
  baseRef: RefObject<Versioned<UpdateGallery>>;
  /** Undefined for a new gallery. */
  saved: GalleryToEdit | undefined;
  /** Called instead of `onSaved` while the form has further input. */
  onContinue: (response: Versioned<CurrentGalleryView>) => void;
  onSaved: () => void;
}

/**
 * Saves a gallery, and shows the result as a toast or at the field.
 *
 * @returns `submit`; `deletedPhotoIds`, of selected photos that do not exist any more; and `conflictDialog`, open during a
 * save conflict
 */
export function useSaveGallery({ form, baseRef, saved, onContinue, onSaved }: SaveGalleryOptions) {
  const { api } = useAdmin();
  const id = saved?.gallery.id;
  const queryClient = useQueryClient();
  const [deletedPhotoIds, setDeletedPhotoIds] = useState(NONE);
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
      visibility: (visibility) => VISIBILITY_LABELS[visibility ?? 'public'],
      publish_at: renderTime,
      unpublish_at: renderTime,
      opening: (opening) => (opening === 'cover' ? 'Yes' : 'No'),
      cover_photo_id: (id) => <CoverTitle id={id ?? null} loaded={saved?.photos ?? []} />,
      layout: (layout) => LAYOUT_LABELS[layout ?? 'masonry'],
      interludes: (interludes) => interludes?.map(interludeTitle).join(', ') || 'None',
      photo_ids: (ids, other) => <PhotoOrderSummary ids={ids} other={other} loaded={saved?.photos ?? []} />,
    },
    merges: { photo_ids: mergeOrder },
    follow: ({ interludes, photo_ids }, ours, theirs) => {
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
    if (conflict.keepLaterInput(response)) onContinue(response);
    else onSaved();
  };

  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(save)(event);

  const showError = async (error: unknown, { photo_ids }: UpdateGallery) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'gallery.not-found') refreshGalleries(queryClient);
    if (isMounted.current && conflict.handleConflict(error)) return;
    if (isMounted.current && code === 'gallery.unknown-photo') {
      setDeletedPhotoIds(await findDeletedPhotos(api, queryClient, photo_ids).catch(() => NONE));
    }
    if (!isMounted.current) {
      if (code !== 'auth.required') toast.error(failureMessage(error, otherwise));
      return;
    }
    showFailure(form, error, { otherwise }, { 'gallery.slug-taken': 'slug', 'gallery.unknown-photo': 'photo_ids' });
  };

  return { submit, deletedPhotoIds, conflictDialog: conflict.dialog };
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

/** Title of a cover. A `loaded` photo is not fetched. */
function CoverTitle({ id, loaded }: { id: number | null; loaded: PhotoView[] }) {
  const known = loaded.find((photo) => photo.id === id);
  const { found } = useMissingPhotos(id === null || known ? [] : [id]);
  return id === null ? 'The first photo' : ((known ?? found.get(id))?.title ?? `Photo ${id}`);
}

/** Photos shown of each order. */
const MAX_SHOWN = 8;

/** Titles of photos in order, from the first difference to the other order. `loaded` photos are not fetched. */
function PhotoOrderSummary({ ids, other, loaded }: { ids: number[]; other: number[]; loaded: PhotoView[] }) {
  const start = ids.findIndex((id, index) => id !== other[index]);
  const shown = start === -1 ? [] : ids.slice(start, start + MAX_SHOWN);
  const titles = new Map(loaded.map(({ id, title }) => [id, title]));
  const { found } = useMissingPhotos(shown.filter((id) => !titles.has(id)));
  return (
    <>
      {formatPhotoCount(ids.length)}
      <ol start={start + 1}>
        {shown.map((id) => (
          <li key={id} dir="auto">
            {titles.get(id) ?? found.get(id)?.title ?? `Photo ${id}`}
          </li>
        ))}
      </ol>
    </>
  );
}
