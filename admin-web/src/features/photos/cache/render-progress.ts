import { retryPhoto, type Api } from '@portfolio/api-client';
import { createStore } from '@portfolio/ui';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { replacePhoto } from './photo-cache.ts';

/** Percent by photo id, in a store: an event renders only the card of its photo. */
const progress = createStore<ReadonlyMap<number, number>>(new Map());

export function setRenderProgress(id: number, percent: number): void {
  progress.set((now) => new Map(now).set(id, percent));
}

export function clearRenderProgress(id: number): void {
  if (progress.get().has(id)) progress.set((now) => new Map([...now].filter(([other]) => other !== id)));
}

/** Percent of a photo's renditions; undefined before the first event. */
export function useRenderProgress(id: number): number | undefined {
  return useSyncExternalStore(
    progress.subscribe,
    useCallback(() => progress.get().get(id), [id]),
  );
}

/** Renders a failed photo again. Its progress restarts. */
export async function retryRender(api: Api, queryClient: QueryClient, id: number): Promise<void> {
  const { photo } = await retryPhoto(api, id);
  clearRenderProgress(id);
  replacePhoto(queryClient, photo);
}
