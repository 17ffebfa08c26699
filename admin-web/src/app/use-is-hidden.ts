import { allGalleriesQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAdmin } from './admin-context.ts';

/** Tells whether visitors do not see a photo because all its galleries are inactive. */
export function useIsHidden(): (photo: PhotoView) => boolean {
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
