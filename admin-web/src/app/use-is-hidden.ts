import { allGalleriesQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/** Tells whether all galleries of a photo are inactive, and it is in one at least. */
export function useIsConfined(): (photo: PhotoView) => boolean {
  const { api } = useAdmin();
  const { data: galleries } = useQuery(allGalleriesQuery(api));
  const inactive = useMemo(
    () => new Set(galleries?.filter(({ is_active }) => !is_active).map(({ id }) => id)),
    [galleries],
  );
  return useCallback(
    (photo) => photo.galleries.length > 0 && photo.galleries.every(({ id }) => inactive.has(id)),
    [inactive],
  );
}

/** Tells whether visitors do not see a photo, for its own visibility or its galleries. */
export function useIsHidden(): (photo: PhotoView) => boolean {
  const isConfined = useIsConfined();
  return useCallback((photo) => photo.visibility === 'hidden' || isConfined(photo), [isConfined]);
}
