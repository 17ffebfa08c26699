import type { PhotoView } from '@portfolio/contracts';
import { createContext, use } from 'react';
import { useRequired } from '../data/contexts.ts';

export interface RouteLocation {
  pathname: string;
  /** With its question mark; empty without a query. */
  search: string;
  /** With its hash sign; empty without a fragment. */
  hash: string;
  /** Id of the history entry, for its scroll position. */
  key: string;
  /** State of the history entry. */
  state: unknown;
  /** How the page was reached; `pop` is back or forward. */
  type: 'load' | 'push' | 'replace' | 'pop';
}

export interface NavigateOptions {
  /** Replaces the present history entry. */
  replace?: boolean;
  state?: unknown;
  /** The clicked link: its picture takes part in the transition, and it gets the focus on the way back. */
  from?: Element;
}

export interface Navigation {
  location: RouteLocation;
  /** Loads code and data of the page at an address; offline, the code only. Rejects when its code cannot be loaded. */
  prefetch(address: string): Promise<void>;
  /** Navigates to an address within the site. */
  navigate(to: string, options?: NavigateOptions): void;
  back(): void;
}

export const NavigationContext = createContext<Navigation | null>(null);
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useNavigation = () => useRequired(NavigationContext);

export const useRouteLocation = (): RouteLocation => useNavigation().location;

/** Path parameters, such as `{ slug: 'sea' }`. */
export const useParams = () => use(ParamsContext);

export const useSearch = (): URLSearchParams => new URLSearchParams(useRouteLocation().search);

/** Path and query, which decide the page. */
export const addressOf = ({ pathname, search }: Pick<RouteLocation, 'pathname' | 'search'>): string =>
  pathname + search;

/** Whether the photo viewer is open, over its page. */
export const hasViewer = ({ state }: RouteLocation): boolean => (state as { viewer?: boolean } | null)?.viewer === true;

/** Parses an address within the site, such as `/photo/3?gallery=sea`. */
export function locationAt(
  address: string,
  type: RouteLocation['type'],
  { key = '', state = null as unknown } = {},
): RouteLocation {
  // Not `new URL(address, base)`, where `//x/y` would name a host.
  const { pathname, search, hash } = new URL(`http://site.invalid${address}`);
  return { pathname, search, hash, key, state, type };
}

/** Address of a photo's page, in the context of a gallery. */
export const photoAddress = ({ id }: PhotoView, slug?: string): string =>
  `/photo/${id}${slug ? `?gallery=${encodeURIComponent(slug)}` : ''}`;

/** Id of a photo in an address or a form; undefined for an invalid one. */
export const parseId = (text: string | null | undefined) =>
  /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined;
