import type { PhotoListView, PhotoNeighboursView, PhotoQuery, PhotoView, UploadPhoto } from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, queryString, type Api } from './http.ts';

/** The list page by page, each asked for when it is wanted. */
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

/** Where a photo stands in a gallery, and the photos before and after it. */
export const photoNeighboursQuery = (api: Api, slug: string, id: number) =>
  queryOptions({
    queryKey: ['photos', 'neighbours', slug, id],
    queryFn: ({ signal }) =>
      api.get<PhotoNeighboursView>(`/galleries/${encodeURIComponent(slug)}/photos/${id}/neighbours`, signal),
  });

/** Asks for another render of a photo that failed. */
export const retryPhoto = (api: Api, id: number) => api.post<{ photo: PhotoView }>(`/photos/${id}/retry`, {});

export const deletePhoto = (api: Api, id: number) => api.delete<{ message: string }>(`/photos/${id}`);

/** A photo and its details as POST /photos/upload takes them; a detail that is empty is left out. */
export function photoForm(image: File, details: UploadPhoto): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(details)) {
    if (value !== undefined && value !== null && value !== '') form.append(name, String(value));
  }
  // The file comes last, so that the server has the details before it.
  form.append('image', image);
  return form;
}

export interface UploadOptions {
  /** Told how much of the file has gone out, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a photo and its details. It has no time limit, since a large file over a slow line takes what it takes.
 *
 * @throws ApiError also when the upload is cancelled through the signal
 */
export function uploadPhoto(api: Api, image: File, details: UploadPhoto, { onProgress, signal }: UploadOptions = {}) {
  // fetch cannot tell how much of a request body has been sent.
  return new Promise<{ photo: PhotoView }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', api.address('/photos/upload'));
    for (const [name, value] of Object.entries(api.credentials())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress?.(event.loaded / event.total);
    request.onload = () =>
      request.status < 300
        ? resolve(request.response)
        : reject(api.failure(request.status, request.response ?? undefined));
    request.onerror = () => reject(api.unreachable());
    request.onabort = () => reject(new ApiError(0, 'The upload was cancelled'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(photoForm(image, details));
  });
}
