import { createContext, use } from 'react';

/** Whose site it is. */
export const ARTIST = 'Elin Marsh';
export const SITE_DESCRIPTION = `Photographs by ${ARTIST}: galleries of landscapes, the sea and the light on them.`;

export interface Site {
  /** Where the site is reached from outside, such as `https://example.com`. */
  origin: string;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('SiteContext is missing');
  return site;
}
