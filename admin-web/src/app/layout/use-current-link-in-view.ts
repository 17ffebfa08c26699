import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** Scrolls a navigation to the current page's link: on a phone it is wider than the screen. @returns its ref */
export function useCurrentLinkInView(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // `scrollIntoView` would scroll the page too.
    const show = () => {
      const menu = nav.current;
      const link = menu?.querySelector<HTMLElement>('[aria-current]');
      if (menu && link) menu.scrollLeft = link.offsetLeft - (menu.clientWidth - link.offsetWidth) / 2;
    };
    // Counts and fonts load later and move the link.
    const observer = new ResizeObserver(show);
    for (const element of [nav.current, nav.current?.firstElementChild]) if (element) observer.observe(element);
    show();
    return () => observer.disconnect();
  }, [pathname]);
  return nav;
}
