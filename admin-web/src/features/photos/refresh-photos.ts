import type { QueryClient } from '@tanstack/react-query';

/** Reads photos anew, and galleries with them, since they count and show photos. */
export async function refreshPhotos(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['photos'] }),
    queryClient.invalidateQueries({ queryKey: ['galleries'] }),
  ]);
}
