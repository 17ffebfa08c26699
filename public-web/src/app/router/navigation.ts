import { createContext, use } from 'react';

/** Where a visitor is, and how she got there. */
export interface RouteLocation {
  pathname: string;
  /** With its question mark; empty without any. */
  search: string;
  /** With its hash sign; empty without any. */
  hash: string;
  /** Names the entry in the browser's history, so that what belongs to it is found again on the way back. */
  key: string;
  /** What was said on the way here; it stays with the entry. */
  state: unknown;
  /** `pop` is the way back or forward through the history. */
  how: 'load' | 'push' | 'replace' | 'pop';
}

export interface NavigateOptions {
  /** The new place takes this one's place in the history. */
  replace?: boolean;
  state?: unknown;
  /** The link that was followed: its picture is carried along, and the focus returns to it on the way back. */
  from?: Element;
}

export interface Navigation {
  location: RouteLocation;
  /** Goes to an address within the site. */
  navigate(to: string, options?: NavigateOptions): void;
  /** Goes back in the history. */
  back(): void;
}

export const NavigationContext = createContext<Navigation | null>(null);
/** What the pattern of the page's address stands for here. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('NavigationContext is missing');
  return navigation;
}

export const useRouteLocation = (): RouteLocation => useNavigation().location;

/** The parts of the address that the page's pattern names: `{ slug: 'sea' }`. */
export const useParams = () => use(ParamsContext);

/** What the query of the address says. */
export const useSearch = (): URLSearchParams => new URLSearchParams(useRouteLocation().search);

/** Path and query of a place: what decides which page is there. */
export const addressOf = ({ pathname, search }: Pick<RouteLocation, 'pathname' | 'search'>): string =>
  pathname + search;

/** The place at an address within the site, such as `/photo/3?gallery=sea`. */
export function locationAt(
  address: string,
  how: RouteLocation['how'],
  { key = '', state = null as unknown } = {},
): RouteLocation {
  // The address goes behind a host, and is not resolved against one: `//x/y` would name a host itself.
  const { pathname, search, hash } = new URL(`http://site.invalid${address}`);
  return { pathname, search, hash, key, state, how };
}
