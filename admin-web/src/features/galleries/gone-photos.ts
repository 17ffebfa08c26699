import { photoPagesQuery, type Api } from '@portfolio/api-client';
import { LIMITS } from '@portfolio/contracts';
import type { QueryClient } from '@tanstack/react-query';

/** Which of these photos exist no more. A refused save says that there are some and not which, so all photos are looked through. */
export async function findGonePhotos(api: Api, queryClient: QueryClient, ids: number[]): Promise<ReadonlySet<number>> {
  const gone = new Set(ids);
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...photoPagesQuery(api, { limit: LIMITS.page.max }),
    queryKey: ['photo-search-for-gone'],
    gcTime: 0,
    pages: Infinity,
  });
  for (const { photos } of pages) for (const { id } of photos) gone.delete(id);
  return gone;
}
