import type { QueryClient } from '@tanstack/react-query';

/** Has everything that tells of galleries fetched again: their list, the photos in them, and the counts. */
export function refreshGalleries(queryClient: QueryClient): void {
  for (const key of ['galleries', 'photos', 'dashboard']) void queryClient.invalidateQueries({ queryKey: [key] });
}
