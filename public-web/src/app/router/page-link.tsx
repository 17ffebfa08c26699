import { createContext, use, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { useNavigation, useRouteLocation } from './navigation.ts';

/** Starts to load the page at an address of this site. */
export const PreloadContext = createContext<(address: string) => void>(() => {});

export interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Address within the site. */
  to: string;
  children: ReactNode;
}

/** Milliseconds after which somebody who points at a link, or has come to it by keys, is not just passing over it. */
const PASSING = 65;

/** Of all links there is one at most that somebody has just come to. */
let waiting: ReturnType<typeof setTimeout>;
const leave = () => clearTimeout(waiting);

/** A link to another page of this site, whose content is fetched when the pointer or the focus stays on it, or it is pressed. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const preload = use(PreloadContext);
  const { navigate } = useNavigation();
  const press = () => {
    leave();
    preload(to);
  };
  const reach = () => {
    leave();
    waiting = setTimeout(press, PASSING);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    const isHere = to === location.pathname + location.search;
    navigate(to, { replace: isHere, from: event.currentTarget });
    // As it would be if the browser loaded the page again.
    if (isHere) window.scrollTo(0, 0);
  };
  return (
    <a
      href={to}
      onClick={follow}
      onPointerEnter={reach}
      onPointerLeave={leave}
      onPointerDown={press}
      onFocus={reach}
      onBlur={leave}
      {...rest}
    />
  );
}

/** Whether a click asks for a new tab, a new window or a download. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

export interface MenuLinkProps extends PageLinkProps {
  /** How the addresses of the pages begin that belong to this one. */
  holds?: string[];
}

/** A `PageLink` in a menu: it says so where it leads to the page that is shown, or to one that holds it. */
export function MenuLink({ holds, ...rest }: MenuLinkProps) {
  const { pathname } = useRouteLocation();
  const held = holds?.some((start) => pathname.startsWith(start)) || undefined;
  return <PageLink aria-current={pathname === rest.to ? 'page' : held} {...rest} />;
}
