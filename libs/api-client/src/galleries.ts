import type { GalleryDetailView, GalleryListView, GalleryQuery, GalleryView, SaveGallery } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

export const galleryListQuery = (api: Api, query: GalleryQuery = {}) =>
  queryOptions({
    queryKey: ['galleries', 'list', query],
    queryFn: ({ signal }) => api.get<GalleryListView>(`/galleries${queryString(query)}`, signal),
  });

export const galleryQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: ['galleries', 'detail', slug],
    queryFn: ({ signal }) => api.get<GalleryDetailView>(`/galleries/${encodeURIComponent(slug)}`, signal),
  });

export const createGallery = (api: Api, gallery: SaveGallery) =>
  api.post<{ gallery: GalleryView }>('/galleries', gallery);
