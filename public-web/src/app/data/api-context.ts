import type { Api } from '@portfolio/api-client';
import { createContext, use } from 'react';

export const ApiContext = createContext<Api | null>(null);

/** The API as this page reaches it: from the server by its internal address, from a browser by the page's own. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('ApiContext is missing');
  return api;
}
