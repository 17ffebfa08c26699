import type { PhotoView } from '@portfolio/contracts';
import { useEffect, useRef } from 'react';
import type { LoadMore } from '../../app/data/use-load-more.ts';
import { useRouteLocation } from '../../app/router/navigation.ts';

/**
 * Loads parts of a long gallery up to the photo of the fragment, and scrolls to it: Back to gallery leads there. The
 * visitor's own scrolling ends it.
 *
 * @param photos the loaded ones
 */
export function useLinkedPhoto({ next, state, load }: LoadMore<unknown>, photos: PhotoView[]): void {
  const { hash, type } = useRouteLocation();
  // Back and forward restore the scroll position.
  const isLinked = type === 'push' && hash.startsWith('#photo-');
  const isMissing = isLinked && photos.every(({ id }) => hash !== `#photo-${id}`);
  // On a slow connection the page had no tile when its address changed.
  const wasMissing = useRef(isLinked);

  useEffect(() => {
    const isSearching = isMissing || wasMissing.current;
    wasMissing.current = isMissing;
    if (!isSearching || window.scrollY > 0) return;
    if (isMissing) {
      if (state === 'idle' && next !== null) void load();
      return;
    }
    const tile = document.getElementById(hash.slice(1));
    tile?.scrollIntoView();
    tile?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- after each part, whatever `load` is
  }, [isMissing, state, next, hash]);
}
