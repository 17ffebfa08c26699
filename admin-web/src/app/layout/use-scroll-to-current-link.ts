import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** Centres the link of the current page in a navigation, which is wider than a phone. @returns the navigation's ref */
export function useScrollToCurrentLink(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // `scrollIntoView` would scroll the page too.
    const centreLink = () => {
      const element = nav.current;
      const link = element?.querySelector<HTMLElement>('[aria-current]');
      if (element && link) element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2;
    };
    // Counts and fonts load later and move the link.
    const observer = new ResizeObserver(centreLink);
    for (const element of [nav.current, nav.current?.firstElementChild]) if (element) observer.observe(element);
    centreLink();
    return () => observer.disconnect();
  }, [pathname]);
  return nav;
}
