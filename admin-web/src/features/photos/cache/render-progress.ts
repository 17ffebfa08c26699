import { useCallback, useSyncExternalStore } from 'react';

/** How far photos are with being prepared, in percent, as the site tells. Outside of React, for it changes many times a second. */
class RenderProgress {
  private readonly percents = new Map<number, number>();
  private readonly listeners = new Set<() => void>();

  readonly of = (id: number): number | undefined => this.percents.get(id);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set(id: number, percent: number): void {
    this.percents.set(id, percent);
    this.announce();
  }

  forget(id: number): void {
    if (this.percents.delete(id)) this.announce();
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

export const renderProgress = new RenderProgress();

/** Undefined until something has been heard of the photo. */
export function useRenderProgress(id: number): number | undefined {
  return useSyncExternalStore(
    renderProgress.subscribe,
    useCallback(() => renderProgress.of(id), [id]),
  );
}
