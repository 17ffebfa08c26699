import { useEffect, useRef } from 'react';
import type { LoadMore } from '../../app/data/use-load-more.ts';
import { navigationTiming } from '../../app/router/navigation-timing.ts';
import { useRouteLocation } from '../../app/router/navigation.ts';

/**
 * Scrolls to the tile of the address's fragment, also when its gallery arrives later, and loads parts of a long gallery up
 * to it: Back to gallery leads there. The visitor's own scrolling ends it.
 */
export function useLinkedPhoto({ next, state, load }: LoadMore<unknown>): void {
  const { hash, type } = useRouteLocation();
  // Back, forward and reload restore the scroll position.
  const isSought = useRef(
    hash.startsWith('#photo-') && (type === 'push' || (type === 'load' && navigationTiming()?.type === 'navigate')),
  );

  useEffect(() => {
    if (window.scrollY > 0) isSought.current = false;
    if (!isSought.current) return;
    const tile = document.getElementById(hash.slice(1));
    if (tile) {
      isSought.current = false;
      tile.scrollIntoView();
      tile.focus({ preventScroll: true });
    } else if (state === 'idle' && next !== null) void load();
    // oxlint-disable-next-line react/exhaustive-deps -- after each part, whatever `load` is
  }, [state, next]);
}
