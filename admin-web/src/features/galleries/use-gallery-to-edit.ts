import { allGalleriesQuery, ApiError, versionedGallery, type Api } from '@portfolio/api-client';
import { ERRORS, type GalleryView, type InterludeView, type PhotoView } from '@portfolio/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** A gallery with all its photos in order, and its etag. */
export interface GalleryToEdit {
  etag: string | undefined;
  gallery: GalleryView;
  photos: PhotoView[];
  interludes: InterludeView[];
}

/** The gallery to edit, fetched at each opening. It is never stale: it is the base of the changes. */
export function useGalleryToEdit(id: number) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['gallery-to-edit', id],
    queryFn: async ({ signal }) => {
      // Fetched again: the identifier may have changed.
      const galleries = await queryClient.fetchQuery({ ...allGalleriesQuery(api), staleTime: 0 });
      const listed = galleries.find((gallery) => gallery.id === id);
      if (!listed) throw new ApiError(404, ERRORS['gallery.not-found'].message, 'gallery.not-found');
      return fetchGallery(api, listed.slug, signal);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Restarts when the gallery changes between two pages. */
async function fetchGallery(api: Api, slug: string, signal: AbortSignal): Promise<GalleryToEdit> {
  const { value: first, etag } = await versionedGallery(api, slug, {}, signal);
  const [photos, interludes] = [[...first.photos], [...first.interludes]];
  for (let cursor = first.next_cursor; cursor;) {
    const page = await versionedGallery(api, slug, { cursor }, signal);
    if (page.etag !== etag) return fetchGallery(api, slug, signal);
    photos.push(...page.value.photos);
    interludes.push(...page.value.interludes);
    cursor = page.value.next_cursor;
  }
  return { gallery: first.gallery, photos, interludes, etag };
}
