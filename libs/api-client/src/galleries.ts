import type {
  DeleteGalleryQuery,
  MessageResponse,
  GalleryResponse,
  GalleryDetailView,
  GalleryListView,
  GalleryPhotosQuery,
  GalleryQuery,
  GalleryView,
  NextGalleryResponse,
  PhotoListView,
  SaveGallery,
  UpdateGallery,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';
import { getPartQuery, getQuery } from './queries.ts';
import { getVersioned, postVersioned, putVersioned } from './versions.ts';

export const galleryListQuery = (api: Api, query: GalleryQuery = {}) =>
  getQuery<GalleryListView>(api, ['galleries', 'list', query], `/galleries${queryString(query)}`);

/** Every gallery, active or not, from all pages. */
export const allGalleriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['galleries', 'all'],
    queryFn: async ({ signal }) => {
      const galleries: GalleryView[] = [];
      let cursor: string | null = null;
      do {
        const query = queryString({ status: 'all', cursor });
        const page: GalleryListView = await api.get(`/galleries${query}`, signal);
        galleries.push(...page.galleries);
        cursor = page.next_cursor;
      } while (cursor);
      return galleries;
    },
  });

/** A gallery, or a tag as one, and a page of its photos: by default the first 500, or 100 with a tag. */
export const galleryQuery = (api: Api, slug: string, query: GalleryPhotosQuery = {}, list = 'galleries') =>
  getQuery<GalleryDetailView>(api, [list, 'detail', slug, query], pathOf(slug, query, list));

/** The gallery with photos after this one in the list, or the first one after the last; null without another one. */
export const nextGalleryQuery = (api: Api, slug: string) => {
  const path = `/galleries/${encodeURIComponent(slug)}/next`;
  return getPartQuery(api, ['galleries', 'next', slug], path, ({ gallery }: NextGalleryResponse) => gallery);
};

const pathOf = (slug: string, query: GalleryPhotosQuery, list = 'galleries') =>
  `/${list}/${encodeURIComponent(slug)}${queryString(query)}`;

/** A gallery with its version, for a conditional save. */
export const versionedGallery = (api: Api, slug: string, query: GalleryPhotosQuery, signal?: AbortSignal) =>
  getVersioned<GalleryDetailView>(api, pathOf(slug, query), signal);

export const createGallery = (api: Api, gallery: SaveGallery) =>
  postVersioned<GalleryResponse>(api, '/galleries', gallery);

/** @param etag version that the changes are based on */
export const updateGallery = (
  api: Api,
  id: number,
  changes: UpdateGallery | Pick<UpdateGallery, 'is_active'>,
  etag?: string,
) => putVersioned<GalleryResponse>(api, `/galleries/${id}`, changes, etag);

/** Orders some galleries among themselves; unknown ids are ignored. */
export const orderGalleries = (api: Api, gallery_ids: number[]) =>
  api.put<MessageResponse>('/galleries/order', { gallery_ids });

/** Orders some photos of a gallery among themselves; unknown ids are ignored. */
export const orderGallery = (api: Api, id: number, photo_ids: number[]) =>
  api.put<GalleryResponse>(`/galleries/${id}/order`, { photo_ids });

export const deleteGallery = (api: Api, id: number, query: DeleteGalleryQuery = {}) =>
  api.delete<MessageResponse>(`/galleries/${id}${queryString(query)}`);

/** Number of photos in this gallery only. */
export const onlyInGalleryQuery = (api: Api, id: number) => {
  const path = `/photos${queryString({ gallery_id: id, no_other_gallery: true, limit: 1 })}`;
  return getPartQuery(api, ['photos', 'only-in-gallery', id], path, ({ total }: PhotoListView) => total);
};
