import { allGalleriesQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/** @returns whether a photo has galleries and all of them are inactive */
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

/** @returns whether visibility or galleries hide a photo from visitors */
export function useIsHidden(): (photo: PhotoView) => boolean {
  const isConfined = useIsConfined();
  return useCallback((photo) => photo.visibility === 'hidden' || isConfined(photo), [isConfined]);
}
