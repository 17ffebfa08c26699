import type { PageView } from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

/** Query of one GET request. */
export const getQuery = <T>(api: Api, queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => api.get<T>(path, signal) });

/** Query of one GET request, of which it caches a part. */
export const getPartQuery = <Body, Part>(api: Api, queryKey: QueryKey, path: string, partOf: (body: Body) => Part) =>
  queryOptions({ queryKey, queryFn: async ({ signal }) => partOf(await api.get<Body>(path, signal)) });

/** Query of a list, page by page from the cursor of `query`. */
export const pagesQuery = <T extends PageView>(
  api: Api,
  queryKey: QueryKey,
  path: string,
  query: { limit?: number; cursor?: string } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.get<T>(path + queryString({ ...query, cursor: pageParam }), signal),
    initialPageParam: query.cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
