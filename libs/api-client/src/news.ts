import type { NewsItemView } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

/** The newest active news item, or null. */
export const latestNewsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['news', 'latest'],
    queryFn: async ({ signal }) => (await api.get<{ news: NewsItemView | null }>('/public/news/latest', signal)).news,
  });
