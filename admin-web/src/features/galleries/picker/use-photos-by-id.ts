import { ApiError, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';

export type PhotosById = ReturnType<typeof usePhotosById>;

/** Collects photos by id, and the ids of those that do not exist any more. */
export function usePhotosById(initial: PhotoView[]) {
  const [photosById, setPhotosById] = useState<ReadonlyMap<number, PhotoView>>(() => byId(initial));
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<number>>(() => new Set());
  return {
    get: (id: number) => photosById.get(id),
    add: (photos: PhotoView[]) => setPhotosById((before) => new Map([...before, ...byId(photos)])),
    deletedIds,
    setDeletedIds,
  };
}

const byId = (photos: PhotoView[]) => new Map(photos.map((photo) => [photo.id, photo]));

/**
 * Photos by id. Unknown ones are fetched, such as those of a restored draft.
 *
 * @returns `get`, `isDeleted`, and `retry` after other failures
 */
export function usePhotos(ids: number[], known: PhotosById) {
  const { api } = useAdmin();
  const unknown = ids.filter((id) => !known.get(id));
  const results = useQueries({ queries: unknown.map((id) => photoQuery(api, id)) });
  const fetched = byId(results.flatMap(({ data }) => data ?? []));
  const deleted = new Set(unknown.filter((_, index) => isNotFound(results[index]?.error)));
  const failed = results.filter(({ error }) => error && !isNotFound(error));
  return {
    get: (id: number) => known.get(id) ?? fetched.get(id),
    isDeleted: (id: number) => known.deletedIds.has(id) || deleted.has(id),
    retry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
