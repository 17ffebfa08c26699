import { allGalleriesQuery, ApiError, failureMessage, galleryQuery, type Api } from '@portfolio/api-client';
import { ERRORS, type GalleryView, type PhotoView } from '@portfolio/contracts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useAdmin } from '../../app/admin-context.ts';

/** A gallery as it was saved, with all its photos in order. */
export interface WholeGallery {
  gallery: GalleryView;
  photos: PhotoView[];
}

/**
 * A gallery to be edited, fetched page by page whenever somebody begins to. It stays as it was then, whatever happens
 * meanwhile, for what has been changed of it is built on it.
 */
export function useWholeGallery(id: number) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['gallery-to-edit', id],
    queryFn: async () => {
      const galleries = await queryClient.ensureQueryData(allGalleriesQuery(api));
      const listed = galleries.find((gallery) => gallery.id === id);
      if (!listed) throw new ApiError(404, ERRORS['gallery.not-found'].message, 'gallery.not-found');
      return fetchWhole(api, queryClient, listed.slug);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    saved: data,
    failure: error && !isFetching ? failureMessage(error, 'Failed to load gallery') : undefined,
    retry: async () => {
      // It may go by another identifier by now.
      await queryClient.invalidateQueries({ queryKey: allGalleriesQuery(api).queryKey });
      await refetch();
    },
  };
}

/** The pages are the longest that the server gives. */
async function fetchWhole(api: Api, queryClient: QueryClient, slug: string): Promise<WholeGallery> {
  const photos: PhotoView[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await queryClient.fetchQuery({ ...galleryQuery(api, slug, cursor ? { cursor } : {}), gcTime: 0 });
    photos.push(...page.photos);
    if (!page.next_cursor) return { gallery: page.gallery, photos };
    cursor = page.next_cursor;
  }
}
