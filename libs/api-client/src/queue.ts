import type { MessageResponse, QueueBatchAnswer, QueueView } from '@portfolio/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

/** Failed jobs of one page. */
const PAGE = 50;

/** How the queue is doing, and the jobs that failed, page by page. The figures of the first page are the latest. */
export const queueQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['queue'],
    queryFn: ({ pageParam, signal }) =>
      api.get<QueueView>(`/admin/queue${queryString({ limit: PAGE, cursor: pageParam })}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

const addressOf = (id: string) => `/admin/queue/failed/${encodeURIComponent(id)}`;

export const retryJob = (api: Api, id: string) => api.post<MessageResponse>(`${addressOf(id)}/retry`, undefined);

export const removeJob = (api: Api, id: string) => api.delete<MessageResponse>(addressOf(id));

/** Tries a part of the failed jobs again, the oldest first; the answer says how many are left. */
export const retryJobs = (api: Api) => api.post<QueueBatchAnswer>('/admin/queue/failed/retry', undefined);

/** Removes a part of the failed jobs, the oldest first; the answer says how many are left. */
export const removeJobs = (api: Api) => api.delete<QueueBatchAnswer>('/admin/queue/failed');
