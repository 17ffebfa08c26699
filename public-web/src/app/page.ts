import type { Api } from '@portfolio/api-client';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';

export type PageStatus = 200 | 404 | 503;

export interface PageRequest {
  client: QueryClient;
  api: Api;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface Page {
  path: string;
  element: ReactElement;
  /**
   * Fetches what the page shows into the query cache and answers the HTTP status that follows from it.
   *
   * The server awaits it before rendering; in a browser it runs as soon as somebody is about to follow a link.
   */
  load?: (request: PageRequest) => Promise<PageStatus>;
  /** The status of a page that needs nothing to know it. */
  status?: PageStatus;
}

/** Fetches what a page cannot do without. A null answer means that there is no such page. */
export async function need<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await client.prefetchQuery(query);
  const state = client.getQueryState<T>(query.queryKey);
  if (state?.data === undefined) return 503;
  return state.data === null ? 404 : 200;
}

/** Fetches what a page shows where it can be had. */
export async function want<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await client.prefetchQuery(query);
  return 200;
}

/** Loads several parts of a page at once; the worst outcome is the page's. */
export async function together(...parts: Promise<PageStatus>[]): Promise<PageStatus> {
  const statuses = await Promise.all(parts);
  return statuses.includes(503) ? 503 : statuses.includes(404) ? 404 : 200;
}
