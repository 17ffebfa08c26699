import { allGalleriesQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/** Query of all galleries. */
export function useGalleries() {
  const { api } = useAdmin();
  return useQuery(allGalleriesQuery(api));
}

/**
 * Options of a select field: all galleries.
 *
 * @param none label of the empty option
 * @param children options before the galleries
 */
export function GalleryOptions({ none, children }: { none: string; children?: ReactNode }) {
  const { data: galleries = [] } = useGalleries();
  return (
    <>
      <option value="">{none}</option>
      {children}
      {galleries.map(({ id, title }) => (
        <option key={id} value={id} dir="auto">
          {title}
        </option>
      ))}
    </>
  );
}

/** @returns whether a photo has galleries and all of them are inactive */
export function useIsOnlyInInactiveGalleries(): (photo: PhotoView) => boolean {
  const { data: galleries } = useGalleries();
  const inactive = useMemo(
    () => new Set(galleries?.filter(({ is_active }) => !is_active).map(({ id }) => id)),
    [galleries],
  );
  return useCallback(
    (photo) => photo.galleries.length > 0 && photo.galleries.every(({ id }) => inactive.has(id)),
    [inactive],
  );
}

/** @returns whether visibility or galleries hide a photo from visitors */
export function useIsHidden(): (photo: PhotoView) => boolean {
  const isOnlyInInactiveGalleries = useIsOnlyInInactiveGalleries();
  return useCallback(
    (photo) => photo.visibility === 'hidden' || isOnlyInInactiveGalleries(photo),
    [isOnlyInInactiveGalleries],
  );
}
