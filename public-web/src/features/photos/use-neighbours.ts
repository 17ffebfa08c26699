import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoNeighboursView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../app/data/api-context.ts';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';

/**
 * Where a photo stands in a gallery. The photos beside it are kept, so that going on to them waits for nothing.
 *
 * @param slug the gallery's; empty where there is none to ask for
 * @param ahead fetches what is beside those too, for somebody who leafs through the gallery
 */
export function useNeighbours(slug: string | null | undefined | false, id: number | undefined, ahead: boolean) {
  const [api, client] = [useApi(), useQueryClient()];
  const isKnown = Boolean(slug) && id !== undefined;
  const { data, dataUpdatedAt, isHidden, isLoading } = useVisibleQuery(
    (api) => photoNeighboursQuery(api, slug || '', id ?? 0),
    isKnown,
  );

  useEffect(() => {
    if (!data || isHidden) return;
    for (const photo of [data.previous, data.next]) {
      if (!photo) continue;
      const { queryKey } = photoQuery(api, photo.id);
      // As old as the answer that it came with, and never in place of a newer one.
      if (dataUpdatedAt > (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) {
        client.setQueryData(queryKey, photo, { updatedAt: dataUpdatedAt });
      }
      if (ahead) void client.prefetchQuery(orNotFound(photoNeighboursQuery(api, data.gallery.slug, photo.id)));
    }
  }, [data, dataUpdatedAt, isHidden, ahead, api, client]);

  return { place: data, isLoading };
}

/** What is beside a photo, in the order of the keys ← and →. */
export type Beside = Pick<PhotoNeighboursView, 'previous' | 'next'>;
