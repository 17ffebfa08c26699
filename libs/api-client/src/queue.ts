import type { MessageResponse, QueueBatchResponse, QueueView } from '@portfolio/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

/** Failed jobs on one page. */
const PAGE = 50;

/** Counts of the queue, and failed jobs page by page. The first page has the latest counts. */
export const queueQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['queue'],
    queryFn: ({ pageParam, signal }) =>
      api.get<QueueView>(`/admin/queue${queryString({ limit: PAGE, cursor: pageParam })}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

const pathOf = (id: string) => `/admin/queue/failed/${encodeURIComponent(id)}`;

export const retryJob = (api: Api, id: string) => api.post<MessageResponse>(`${pathOf(id)}/retry`, undefined);

export const removeJob = (api: Api, id: string) => api.delete<MessageResponse>(pathOf(id));

/** Retries a batch of failed jobs, oldest first; the response has the number left. */
export const retryJobs = (api: Api) => api.post<QueueBatchResponse>('/admin/queue/failed/retry', undefined);

/** Removes a batch of failed jobs, oldest first; the response has the number left. */
export const removeJobs = (api: Api) => api.delete<QueueBatchResponse>('/admin/queue/failed');
