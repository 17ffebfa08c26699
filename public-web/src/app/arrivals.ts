import { useEffect, useRef } from 'react';
import { usePlace } from './navigation/navigation.ts';

/**
 * Does at a change of page what a browser does at a full load: starts at the top, and moves the focus to the content, so
 * that keyboard and screen reader go on from there. Going back is left to the browser, which knows where one was.
 *
 * @returns a ref for the main element
 */
export function useArrivals() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash, how } = usePlace();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (how === 'pop' || hash) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, how]);
  return main;
}
