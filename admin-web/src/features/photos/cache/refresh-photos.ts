import type { QueryClient } from '@tanstack/react-query';

/** Marks a list that takes what is new from its first page alone, instead of being read anew as a whole. */
export const TAKES_NEWEST = { takesNewest: true };

/** Reads anew what a photo that came, or that was taken away, changes: photos, galleries that show and count them, counts. */
export async function refreshPhotos(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['photos'], predicate: ({ meta }) => !meta?.takesNewest }),
    refreshAroundPhotos(queryClient),
  ]);
}

/** The same but for the photos themselves, which are up to date already. */
export async function refreshAroundPhotos(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['galleries'] }),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}
