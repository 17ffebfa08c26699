import { ApiError, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';

/** The photos that a gallery's ids stand for, as far as they have been seen. */
export interface KnownPhotos {
  photoOf: (id: number) => PhotoView | undefined;
  learn: (photos: PhotoView[]) => void;
}

/** @param first those that are known from the start */
export function useKnownPhotos(first: PhotoView[]): KnownPhotos {
  const [known, setKnown] = useState<ReadonlyMap<number, PhotoView>>(() => byId(first));
  return {
    photoOf: (id) => known.get(id),
    learn: (photos) => setKnown((before) => new Map([...before, ...byId(photos)])),
  };
}

const byId = (photos: PhotoView[]) => new Map(photos.map((photo) => [photo.id, photo]));

/**
 * Fetches photos of which only the ids are known, as after a session that ended in between.
 *
 * @returns those that are there, the ids of those that exist no more, and `retry` where others could not be had
 */
export function useUnknownPhotos(ids: number[]): {
  found: ReadonlyMap<number, PhotoView>;
  gone: ReadonlySet<number>;
  retry: (() => void) | undefined;
} {
  const { api } = useAdmin();
  const answers = useQueries({ queries: ids.map((id) => photoQuery(api, id)) });
  const failed = answers.filter(({ error }) => error && !isNotFound(error));
  return {
    found: byId(answers.flatMap(({ data }) => data ?? [])),
    gone: new Set(ids.filter((_, index) => isNotFound(answers[index]?.error))),
    retry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
