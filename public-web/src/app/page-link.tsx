import { createContext, use, type AnchorHTMLAttributes, type ReactNode } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

/** Starts to load the page at an address of this site. */
export const PreloadContext = createContext<(address: string) => void>(() => {});

export interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Address within the site. */
  to: string;
  children: ReactNode;
}

/**
 * A link to another page of this site, whose content is fetched when the pointer or the focus reaches it.
 *
 * It is made of the router's hooks, for the router's own link brings along a way of loading that this site does not use
 * and every visitor would download.
 */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const preload = use(PreloadContext);
  const follow = useLinkClickHandler(to);
  const start = () => preload(to);
  return (
    <a href={useHref(to)} onClick={follow} onPointerEnter={start} onPointerDown={start} onFocus={start} {...rest} />
  );
}

export interface MenuLinkProps extends PageLinkProps {
  /** How the addresses of the pages begin that belong to this one. */
  holds?: string[];
}

/** A `PageLink` in a menu: it says so where it leads to the page that is shown, or to one that holds it. */
export function MenuLink({ holds, ...rest }: MenuLinkProps) {
  const { pathname } = useLocation();
  const held = holds?.some((start) => pathname.startsWith(start)) || undefined;
  return <PageLink aria-current={pathname === rest.to ? 'page' : held} {...rest} />;
}
