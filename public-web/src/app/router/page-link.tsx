import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { addressOf, useNavigation, useRouteLocation } from './navigation.ts';

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  /** Address within the site. */
  to: string;
  /** Replaces the present history entry. */
  replace?: boolean;
  children: ReactNode;
}

/** Milliseconds of hover or focus before the prefetch. */
const HOVER_DELAY = 65;

/** One timer for all links: only the last hovered one is prefetched. */
let hoverTimer: ReturnType<typeof setTimeout>;
const cancel = () => clearTimeout(hoverTimer);

/** Link to another page of this site, prefetched on hover, focus or press. */
export function PageLink({ to, replace = false, ...rest }: PageLinkProps) {
  const { navigate, prefetch, location: shown } = useNavigation();
  const onPress = () => {
    cancel();
    // A failed prefetch is repeated when the link is followed.
    prefetch(to).catch(() => undefined);
  };
  const onHover = () => {
    cancel();
    hoverTimer = setTimeout(onPress, HOVER_DELAY);
  };
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    // Not the window's address: it changes before the page.
    const isHere = to === addressOf(shown);
    navigate(to, { replace: replace || isHere, from: event.currentTarget });
    // As the browser does for a link to the present page.
    if (isHere) window.scrollTo(0, 0);
  };
  return (
    <a
      href={to}
      onClick={onClick}
      onPointerEnter={onHover}
      onPointerLeave={cancel}
      onPointerDown={onPress}
      onFocus={onHover}
      onBlur={cancel}
      {...rest}
    />
  );
}

/** Whether a click opens a new tab, a new window or a download. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * List item with a menu link, which has `aria-current` on its page and its subpages.
 *
 * @param subpages prefixes of their addresses
 */
export function MenuLink({ subpages, ...rest }: PageLinkProps & { subpages?: string[] }) {
  const { pathname } = useRouteLocation();
  const isOnSubpage = subpages?.some((start) => pathname.startsWith(start)) || undefined;
  return (
    <li>
      <PageLink aria-current={pathname === rest.to ? 'page' : isOnSubpage} {...rest} />
    </li>
  );
}
