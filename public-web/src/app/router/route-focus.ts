import { useLayoutEffect, useRef } from 'react';
import { addressOf, hasViewer, useRouteLocation } from './navigation.ts';
import { restoreScrollPosition, scrollPositionAt } from './scroll-positions.ts';

/**
 * Scrolls and focuses after a navigation as a full load would: the top or the fragment, and the content for keyboard and
 * screen reader. Back and forward restore the scroll position.
 *
 * @returns a ref for the main element
 */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const location = useRouteLocation();
  const shown = useRef(location);

  // Before paint: the new page is never seen at the old scroll position.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return;
    // The viewer manages the focus itself, also when it closes on another photo.
    const isOther = before.pathname !== location.pathname && !hasViewer(before);
    // The page has removed the followed link.
    const isLost = addressOf(before) !== addressOf(location) && document.activeElement === document.body;
    // A turn to another photo leaves the focus on its button.
    if (isLost || (isOther && location.type !== 'replace')) main.current?.focus({ preventScroll: true });

    if (location.type === 'pop') {
      const position = scrollPositionAt(location.key);
      if (position) return restoreScrollPosition(position, isOther ? addressOf(before) : undefined);
    }
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (isOther || (location.type === 'push' && addressOf(before) !== addressOf(location))) {
      window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    }
  }, [location]);
  return main;
}
