import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../app/data/contexts.ts';
import { orNotFound } from '../../app/data/use-query.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';

/**
 * Position of a photo in a gallery. Adds its neighbours to the query cache, so that their pages show the photo without
 * waiting.
 *
 * @param slug of the gallery; falsy without a gallery
 * @param isPrefetching whether the neighbours' positions are fetched too
 */
export function useNeighbours(slug: string | null | undefined | false, id: number | undefined, isPrefetching: boolean) {
  const [api, client] = [useApi(), useQueryClient()];
  const enabled = Boolean(slug) && id !== undefined;
  const { data, dataUpdatedAt, isHidden, isLoading } = useVisibleQuery(
    (api) => photoNeighboursQuery(api, slug || '', id ?? 0),
    enabled,
  );

  useEffect(() => {
    if (!data || isHidden) return;
    for (const photo of [data.previous, data.next]) {
      if (!photo) continue;
      const { queryKey } = photoQuery(api, photo.id);
      // Never replaces newer data.
      if (dataUpdatedAt > (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) {
        client.setQueryData(queryKey, photo, { updatedAt: dataUpdatedAt });
      }
      if (isPrefetching) void client.prefetchQuery(orNotFound(photoNeighboursQuery(api, data.gallery.slug, photo.id)));
    }
  }, [data, dataUpdatedAt, isHidden, isPrefetching, api, client]);

  return { position: data, isLoading };
}
