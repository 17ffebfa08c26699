import type {
  BatchResponse,
  ChangePhotos,
  MessageResponse,
  KnownPhotosView,
  PhotoResponse,
  PhotoListView,
  PhotoNeighboursView,
  PhotoQuery,
  SavedPhotosView,
  SavePhotoFields,
  TagListView,
  UpdatePhoto,
  UploadLimitsView,
  UploadPhoto,
} from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getPartQuery, getQuery, pagesQuery } from './queries.ts';
import { upload, type UploadOptions } from './upload.ts';
import { getVersioned, putVersioned } from './versions.ts';

export const photoPagesQuery = (api: Api, query: PhotoQuery = {}) =>
  pagesQuery<PhotoListView>(api, ['photos', 'pages', query], '/photos', query);

export const photoQuery = (api: Api, id: number) =>
  getPartQuery(api, ['photos', 'detail', id], `/photos/${id}`, ({ photo }: PhotoResponse) => photo);

/** A photo's position in a gallery, and the photos before and after it. */
export const photoNeighboursQuery = (api: Api, slug: string, id: number) => {
  const path = `/galleries/${encodeURIComponent(slug)}/photos/${id}/neighbours`;
  return getQuery<PhotoNeighboursView>(api, ['photos', 'neighbours', slug, id], path);
};

export const tagListQuery = (api: Api) =>
  getPartQuery(api, ['photos', 'tags'], '/tags', ({ tags }: TagListView) => tags);

/** Renders a failed photo again. */
export const retryPhoto = (api: Api, id: number) => api.post<PhotoResponse>(`/photos/${id}/retry`, {});

export const versionedPhoto = (api: Api, id: number) => getVersioned<PhotoResponse>(api, `/photos/${id}`);

/** @param etag version that the changes are based on */
export const updatePhoto = (api: Api, id: number, changes: UpdatePhoto, etag?: string) =>
  putVersioned<PhotoResponse>(api, `/photos/${id}`, changes, etag);

export const deletePhoto = (api: Api, id: number) => api.delete<MessageResponse>(`/photos/${id}`);

/** Changes several photos, at most `LIMITS.batch`. */
export const changePhotos = (api: Api, changes: ChangePhotos) => api.put<BatchResponse>('/photos/batch', changes);

/** Saves different fields of several photos, at most `LIMITS.batch`. */
export const savePhotoFields = (api: Api, changes: SavePhotoFields) =>
  api.put<SavedPhotosView>('/photos/batch/fields', changes);

/** @param photo_ids at most `LIMITS.batch` */
export const deletePhotos = (api: Api, photo_ids: number[]) =>
  api.post<BatchResponse>('/photos/batch/delete', { photo_ids });

/** @param content_hashes of files: SHA-256 in lowercase hexadecimal, at most `LIMITS.batch` */
export const findKnownPhotos = (api: Api, content_hashes: string[]) =>
  api.post<KnownPhotosView>('/photos/known', { content_hashes });

export const uploadLimitsQuery = (api: Api) => ({
  ...getQuery<UploadLimitsView>(api, ['photos', 'upload-limits'], '/admin/upload-limits'),
  staleTime: Infinity,
});

/** Form with an image, without absent details. Empty ones stay: they replace those in the file. */
export function imageForm(image: File, details: Partial<UploadPhoto> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(details)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  // The file comes last: the server reads the details first.
  form.append('image', image);
  return form;
}

/** Replaces the image of a photo, which stays the same otherwise. */
export const replaceImage = (api: Api, id: number, image: File, options?: UploadOptions) =>
  upload<PhotoResponse>(api, `/photos/${id}/image`, imageForm(image), options);

export const uploadPhoto = (api: Api, image: File, details: UploadPhoto, options?: UploadOptions) =>
  upload<PhotoResponse>(api, '/photos/upload', imageForm(image, details), options);
