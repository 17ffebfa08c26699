import { retryPhoto, type Api } from '@portfolio/api-client';
import type { QueryClient } from '@tanstack/react-query';
import { putPhotoInPlace } from './photo-cache.ts';
import { renderProgress } from './render-progress.ts';

/** Has a photo that failed prepared again, and shows it so: from the beginning, and not as far as it was the last time. */
export async function prepareAgain(api: Api, queryClient: QueryClient, id: number): Promise<void> {
  const { photo } = await retryPhoto(api, id);
  renderProgress.forget(id);
  putPhotoInPlace(queryClient, photo);
}
