import type {
  MessageResponse,
  NewsItemResponse,
  LatestNewsView,
  NewsListView,
  SaveNewsItem,
} from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getPartQuery, pagesQuery } from './queries.ts';
import { getVersioned, postVersioned, putVersioned } from './versions.ts';

/** The latest public news item, by its schedule's beginning or else its creation; null without one. */
export const latestNewsQuery = (api: Api) =>
  getPartQuery(api, ['news', 'latest'], '/public/news/latest', ({ news }: LatestNewsView) => news);

/** All news items, newest first. */
export const newsPagesQuery = (api: Api) => pagesQuery<NewsListView>(api, ['news', 'pages'], '/news');

export const versionedNewsItem = (api: Api, id: number) => getVersioned<NewsItemResponse>(api, `/news/${id}`);

export const createNewsItem = (api: Api, item: SaveNewsItem) => postVersioned<NewsItemResponse>(api, '/news', item);

/** @param etag version that the changes are based on */
export const updateNewsItem = (api: Api, id: number, changes: SaveNewsItem, etag?: string) =>
  putVersioned<NewsItemResponse>(api, `/news/${id}`, changes, etag);

export const deleteNewsItem = (api: Api, id: number) => api.delete<MessageResponse>(`/news/${id}`);
