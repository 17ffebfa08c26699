import { useLayoutEffect, useRef } from 'react';
import { addressOf, useRouteLocation } from './navigation.ts';
import { returnTo } from './return-to.ts';
import { scrollPositionAt } from './scroll-positions.ts';

/**
 * Does at a change of page what a browser does at a full load: starts at the top, or where the address points, and moves the
 * focus to the content, so that keyboard and screen reader go on from there. On the way back it returns to where one was.
 *
 * @returns a ref for the main element
 */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const place = useRouteLocation();
  const shown = useRef(place);

  // Before the browser paints: a page is never seen at the place of another.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = place;
    if (before === place) return;
    const isOther = before.pathname !== place.pathname;
    if (isOther) main.current?.focus({ preventScroll: true });

    if (place.how === 'pop') {
      const where = scrollPositionAt(place.key);
      if (where) return returnTo(where, isOther);
    }
    const target = place.hash && document.getElementById(place.hash.slice(1));
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (isOther || (place.how === 'push' && addressOf(before) !== addressOf(place))) {
      window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    }
  }, [place]);
  return main;
}
