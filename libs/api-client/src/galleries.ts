import type {
  DeleteGalleryQuery,
  MessageResponse,
  GalleryAnswer,
  GalleryDetailView,
  GalleryListView,
  GalleryPhotosQuery,
  GalleryQuery,
  GalleryView,
  PhotoListView,
  SaveGallery,
  UpdateGallery,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';
import { getVersioned, putVersioned } from './versions.ts';

export const galleryListQuery = (api: Api, query: GalleryQuery = {}) =>
  queryOptions({
    queryKey: ['galleries', 'list', query],
    queryFn: ({ signal }) => api.get<GalleryListView>(`/galleries${queryString(query)}`, signal),
  });

/** Every gallery, active or not, walking all pages: for the administrator's table and choices. */
export const allGalleriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['galleries', 'all'],
    queryFn: async ({ signal }) => {
      const galleries: GalleryView[] = [];
      let cursor: string | undefined;
      do {
        const query: GalleryQuery = { status: 'all', ...(cursor ? { cursor } : {}) };
        const page = await api.get<GalleryListView>(`/galleries${queryString(query)}`, signal);
        galleries.push(...page.galleries);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return galleries;
    },
  });

/** A gallery and those of its photos that are asked for: the first 500 where nothing is. */
export const galleryQuery = (api: Api, slug: string, query: GalleryPhotosQuery = {}) =>
  queryOptions({
    queryKey: ['galleries', 'detail', slug, query],
    queryFn: ({ signal }) =>
      api.get<GalleryDetailView>(`/galleries/${encodeURIComponent(slug)}${queryString(query)}`, signal),
  });

/** The same for the administrator, with the version of the whole gallery. */
export const versionedGallery = (api: Api, slug: string, query: GalleryPhotosQuery, signal?: AbortSignal) =>
  getVersioned<GalleryDetailView>(api, `/galleries/${encodeURIComponent(slug)}${queryString(query)}`, signal);

export const createGallery = (api: Api, gallery: SaveGallery) =>
  api.post<{ gallery: GalleryView }>('/galleries', gallery);

/**
 * @param changes the whole form, or `is_active` alone
 * @param etag version that the changes were made from
 */
export const updateGallery = (
  api: Api,
  id: number,
  changes: UpdateGallery | Pick<UpdateGallery, 'is_active'>,
  etag?: string,
) => putVersioned<GalleryAnswer>(api, `/galleries/${id}`, changes, etag);

/**
 * Puts some of a gallery's photos in order among themselves; all others keep their places.
 *
 * @param photo_ids those that the gallery does not hold are left out
 */
export const orderGallery = (api: Api, id: number, photo_ids: number[]) =>
  api.put<{ gallery: GalleryView }>(`/galleries/${id}/order`, { photo_ids });

export const deleteGallery = (api: Api, id: number, query: DeleteGalleryQuery = {}) =>
  api.delete<MessageResponse>(`/galleries/${id}${queryString(query)}`);

/** How many photos are in that gallery and in no other. */
export const onlyInGalleryQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['photos', 'only-in-gallery', id],
    queryFn: async ({ signal }) => {
      const query = queryString({ gallery_id: id, no_other_gallery: true, limit: 1 });
      return (await api.get<PhotoListView>(`/photos${query}`, signal)).total;
    },
  });
