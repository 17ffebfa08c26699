import type { Api } from '@portfolio/api-client';
import { createContext, use } from 'react';

export interface Site {
  /** Public origin, such as `https://example.com`. */
  origin: string;
}

export const ApiContext = createContext<Api | null>(null);
export const SiteContext = createContext<Site | null>(null);

/** The server calls the API at its internal address, a browser at the page's own. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('ApiContext is missing');
  return api;
}

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('SiteContext is missing');
  return site;
}
