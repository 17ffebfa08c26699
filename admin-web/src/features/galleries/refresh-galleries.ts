import type { QueryClient } from '@tanstack/react-query';

/** Refetches galleries, photos and counts. */
export function refreshGalleries(queryClient: QueryClient): void {
  for (const key of ['galleries', 'photos', 'dashboard']) void queryClient.invalidateQueries({ queryKey: [key] });
}
