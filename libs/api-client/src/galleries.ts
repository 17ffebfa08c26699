import type {
  GalleryDetailView,
  GalleryListView,
  GalleryPhotosQuery,
  GalleryQuery,
  GalleryView,
  SaveGallery,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

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

export const createGallery = (api: Api, gallery: SaveGallery) =>
  api.post<{ gallery: GalleryView }>('/galleries', gallery);
