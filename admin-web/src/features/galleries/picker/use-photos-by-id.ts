import { ApiError, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';

export type PhotosById = ReturnType<typeof usePhotosById>;

/** Collects photos by id. */
export function usePhotosById(initial: PhotoView[]) {
  const [photosById, setPhotosById] = useState<ReadonlyMap<number, PhotoView>>(() => byId(initial));
  return {
    get: (id: number) => photosById.get(id),
    add: (photos: PhotoView[]) => setPhotosById((before) => new Map([...before, ...byId(photos)])),
  };
}

const byId = (photos: PhotoView[]) => new Map(photos.map((photo) => [photo.id, photo]));

/**
 * Fetches photos by id, as for a restored draft.
 *
 * @returns the photos, the ids of deleted ones, and `retry` after other failures
 */
export function useMissingPhotos(ids: number[]) {
  const { api } = useAdmin();
  const results = useQueries({ queries: ids.map((id) => photoQuery(api, id)) });
  const failed = results.filter(({ error }) => error && !isNotFound(error));
  return {
    found: byId(results.flatMap(({ data }) => data ?? [])),
    deleted: new Set(ids.filter((_, index) => isNotFound(results[index]?.error))),
    retry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
