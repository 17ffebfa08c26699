import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView, PhotoView } from '@portfolio/contracts';
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

const isInactive = ({ is_active }: GalleryView) => !is_active;
const isHidden = ({ visibility }: GalleryView) => visibility === 'hidden';

/** @returns whether a photo has galleries and none of them is public */
export const useIsOnlyInInactiveGalleries = () => useIsOnlyIn(isInactive);

/** @param isOfKind a constant function */
function useIsOnlyIn(isOfKind: (gallery: GalleryView) => boolean): (photo: PhotoView) => boolean {
  const { data: galleries } = useGalleries();
  const found = useMemo(() => new Set(galleries?.filter(isOfKind).map(({ id }) => id)), [galleries, isOfKind]);
  return useCallback(
    (photo) => photo.galleries.length > 0 && photo.galleries.every(({ id }) => found.has(id)),
    [found],
  );
}

/** @returns whether visibility or galleries hide a photo from visitors */
export function useIsHidden(): (photo: PhotoView) => boolean {
  const isOnlyInHiddenGalleries = useIsOnlyIn(isHidden);
  return useCallback(
    (photo) => photo.visibility === 'hidden' || isOnlyInHiddenGalleries(photo),
    [isOnlyInHiddenGalleries],
  );
}
