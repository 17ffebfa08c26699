import type {
  CreatePreview,
  LockedGalleryView,
  MessageResponse,
  NewPreviewResponse,
  PreviewListView,
} from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getPartQuery, getQuery } from './queries.ts';

/** The title of a private gallery; its password opens it. */
export const galleryLockQuery = (api: Api, slug: string) =>
  getQuery<LockedGalleryView>(api, ['galleries', 'lock', slug], `/galleries/${encodeURIComponent(slug)}/lock`);

/** Preview links of a gallery, newest first. */
export const previewsQuery = (api: Api, galleryId: number) => {
  const path = `/galleries/${galleryId}/previews`;
  return getPartQuery(api, ['previews', galleryId], path, ({ previews }: PreviewListView) => previews);
};

export const createPreview = (api: Api, galleryId: number, preview: CreatePreview) =>
  api.post<NewPreviewResponse>(`/galleries/${galleryId}/previews`, preview);

export const revokePreview = (api: Api, galleryId: number, id: number) =>
  api.delete<MessageResponse>(`/galleries/${galleryId}/previews/${id}`);
