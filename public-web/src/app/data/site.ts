import { createContext, use } from 'react';

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
