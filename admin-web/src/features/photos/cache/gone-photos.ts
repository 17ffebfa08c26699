import { ApiError } from '@portfolio/api-client';
import type { QueryClient } from '@tanstack/react-query';
import { takePhotosOut } from './photo-cache.ts';
import { refreshAroundPhotos } from './refresh-photos.ts';

/** Whether the server says that a photo is there no more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Takes photos that are there no more out of every list for good, and reads anew what showed or counted them. */
export async function forgetPhotos(queryClient: QueryClient, ids: ReadonlySet<number>): Promise<void> {
  await takePhotosOut(queryClient, ids);
  await refreshAroundPhotos(queryClient);
}
