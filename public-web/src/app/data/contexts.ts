import type { Api } from '@portfolio/api-client';
import { createContext, use, type Context } from 'react';

export const ApiContext = createContext<Api | null>(null);
export const OriginContext = createContext<string | null>(null);

/** Value of a context; throws outside of its provider. */
export function useRequired<T>(context: Context<T | null>): T {
  const value = use(context);
  if (!value) throw new Error('A context has no provider');
  return value;
}

/** The server calls the API at its internal address, a browser at the page's own. */
export const useApi = () => useRequired(ApiContext);

/** Public origin of the site, such as `https://example.com`. */
export const useOrigin = () => useRequired(OriginContext);
