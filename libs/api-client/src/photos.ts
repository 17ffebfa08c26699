import type {
  BatchResponse,
  ChangePhotos,
  MessageResponse,
  KnownPhotosView,
  PhotoResponse,
  PhotoListView,
  PhotoNeighboursView,
  PhotoQuery,
  PhotoView,
  UpdatePhoto,
  UploadLimitsView,
  UploadPhoto,
} from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';
import { upload, type UploadOptions } from './upload.ts';
import { getVersioned, putVersioned } from './versions.ts';

export const photoPagesQuery = (api: Api, query: PhotoQuery = {}) =>
  infiniteQueryOptions({
    queryKey: ['photos', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<PhotoListView>(`/photos${queryString({ ...query, cursor: pageParam })}`, signal),
    initialPageParam: query.cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const photoQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['photos', 'detail', id],
    queryFn: async ({ signal }) => (await api.get<{ photo: PhotoView }>(`/photos/${id}`, signal)).photo,
  });

/** A photo's position in a gallery, and the photos before and after it. */
export const photoNeighboursQuery = (api: Api, slug: string, id: number) =>
  queryOptions({
    queryKey: ['photos', 'neighbours', slug, id],
    queryFn: ({ signal }) =>
      api.get<PhotoNeighboursView>(`/galleries/${encodeURIComponent(slug)}/photos/${id}/neighbours`, signal),
  });

/** Renders a failed photo again. */
export const retryPhoto = (api: Api, id: number) => api.post<{ photo: PhotoView }>(`/photos/${id}/retry`, {});

export const versionedPhoto = (api: Api, id: number) => getVersioned<PhotoResponse>(api, `/photos/${id}`);

/** @param etag version that the changes are based on */
export const updatePhoto = (api: Api, id: number, changes: UpdatePhoto, etag?: string) =>
  putVersioned<PhotoResponse>(api, `/photos/${id}`, changes, etag);

export const deletePhoto = (api: Api, id: number) => api.delete<MessageResponse>(`/photos/${id}`);

/** Changes several photos, at most `LIMITS.batch`. */
export const changePhotos = (api: Api, changes: ChangePhotos) => api.put<BatchResponse>('/photos/batch', changes);

/** @param photo_ids at most `LIMITS.batch` */
export const deletePhotos = (api: Api, photo_ids: number[]) =>
  api.post<BatchResponse>('/photos/batch/delete', { photo_ids });

/** @param content_hashes of files: SHA-256 in lowercase hexadecimal, at most `LIMITS.batch` */
export const findKnownPhotos = (api: Api, content_hashes: string[]) =>
  api.post<KnownPhotosView>('/photos/known', { content_hashes });

export const uploadLimitsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['photos', 'upload-limits'],
    queryFn: ({ signal }) => api.get<UploadLimitsView>('/admin/upload-limits', signal),
    staleTime: Infinity,
  });

/** Form of POST /photos/upload, without empty details. */
export function photoForm(image: File, details: UploadPhoto): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(details)) {
    if (value !== undefined && value !== null && value !== '') form.append(name, String(value));
  }
  // The file comes last: the server reads the details first.
  form.append('image', image);
  return form;
}

export const uploadPhoto = (api: Api, image: File, details: UploadPhoto, options?: UploadOptions) =>
  upload<{ photo: PhotoView }>(api, '/photos/upload', photoForm(image, details), options);
