import { galleryQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../../app/data/contexts.ts';
import { orNotFound } from '../../../app/data/use-query.ts';
import { useToken } from '../../../app/data/session.ts';
import { photosFrom, uniqueById } from '../../../app/data/use-load-more.ts';
import { useNeighbours } from '../use-neighbours.ts';
import type { Side } from './swipe.ts';

export type GalleryPosition = Omit<PhotoNeighboursView, 'gallery'>;

/** Position of a photo's neighbour, before the API answers: the photo beyond it is null. */
export const besides = ({ place, total }: GalleryPosition, photo: PhotoView, side: Side): GalleryPosition =>
  side === 'next'
    ? { place: place + 1, total, previous: photo, next: null }
    : { place: place - 1, total, previous: null, next: photo };

/** All photos of a gallery, in order; undefined while loading; empty or undefined for a gallery hidden from visitors. */
function useGalleryPhotos(slug: string | undefined, enabled: boolean): PhotoView[] | undefined {
  const [api, client] = [useApi(), useQueryClient()];
  const { data } = useQuery({
    queryKey: ['galleries', 'photos', slug],
    queryFn: async () => {
      const photos: PhotoView[] = [];
      let cursor: string | null | undefined;
      do {
        // The wall has fetched the same parts.
        const part = await client.ensureQueryData(galleryQuery(api, slug ?? '', photosFrom(cursor ?? undefined)));
        photos.push(...(part?.photos ?? []));
        cursor = part?.next_cursor;
      } while (cursor);
      return uniqueById(photos);
    },
    enabled: enabled && slug !== undefined,
  });
  return data;
}

/**
 * Position of a photo in its gallery, and all photos of the gallery.
 *
 * @param hasTime the photo is loaded: the list may follow
 */
export function useGalleryPosition(slug: string | undefined, shown: PhotoView, hasTime: boolean) {
  const photos = useGalleryPhotos(slug, hasTime);
  // Also for a photo that is in no list, and before the list is loaded.
  const { position: found } = useNeighbours(slug, shown.id, true);
  const position = useMemo((): GalleryPosition | undefined => {
    const index = photos?.findIndex(({ id }) => id === shown.id) ?? -1;
    if (!photos || index < 0) return found ?? undefined;
    const at = (place: number) => photos[place] ?? null;
    return { place: index + 1, total: photos.length, previous: at(index - 1), next: at(index + 1) };
  }, [photos, found, shown.id]);
  return { photos, position };
}

/**
 * Caches a photo for its page, which refetches it: the list may be old. One with a version, which visitors never get, counts
 * as hidden until then.
 */
export function useCachedPhoto(): (photo: PhotoView) => void {
  const [api, client, token] = [useApi(), useQueryClient(), useToken()];
  return (photo) => {
    const { queryKey } = orNotFound(photoQuery(api, photo.id));
    const cache = (key: QueryKey, data: PhotoView | null) =>
      client.setQueryData(key, (known) => (known ? undefined : data), { updatedAt: 0 });
    if (photo.version !== undefined) {
      cache(queryKey, null);
      cache([...queryKey, 'hidden', token], photo);
    } else cache(queryKey, photo);
  };
}
