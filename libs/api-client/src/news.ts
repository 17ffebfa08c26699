import type { MessageResponse, NewsItemResponse, NewsItemView, NewsListView, SaveNewsItem } from '@portfolio/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';
import { getVersioned, putVersioned } from './versions.ts';

/** The newest active news item, or null. */
export const latestNewsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['news', 'latest'],
    queryFn: async ({ signal }) => (await api.get<{ news: NewsItemView | null }>('/public/news/latest', signal)).news,
  });

/** All news items, newest first. */
export const newsPagesQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['news', 'pages'],
    queryFn: ({ pageParam, signal }) => api.get<NewsListView>(`/news${queryString({ cursor: pageParam })}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const versionedNewsItem = (api: Api, id: number) => getVersioned<NewsItemResponse>(api, `/news/${id}`);

export const createNewsItem = (api: Api, item: SaveNewsItem) => api.post<NewsItemResponse>('/news', item);

/** @param etag version that the changes are based on */
export const updateNewsItem = (api: Api, id: number, changes: SaveNewsItem, etag?: string) =>
  putVersioned<NewsItemResponse>(api, `/news/${id}`, changes, etag);

export const deleteNewsItem = (api: Api, id: number) => api.delete<MessageResponse>(`/news/${id}`);
