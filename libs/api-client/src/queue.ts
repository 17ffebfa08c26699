import type { MessageResponse, QueueBatchResponse, QueueView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { pagesQuery } from './queries.ts';

/** Counts of the queue, and failed jobs page by page. The first page has the latest counts. */
export const queueQuery = (api: Api) => pagesQuery<QueueView>(api, ['queue'], '/admin/queue', { limit: 50 });

const pathOf = (id: string) => `/admin/queue/failed/${encodeURIComponent(id)}`;

export const retryJob = (api: Api, id: string) => api.post<MessageResponse>(`${pathOf(id)}/retry`, undefined);

export const removeJob = (api: Api, id: string) => api.delete<MessageResponse>(pathOf(id));

/** Retries a batch of failed jobs, oldest first; the response has the number left. */
export const retryJobs = (api: Api) => api.post<QueueBatchResponse>('/admin/queue/failed/retry', undefined);

/** Removes a batch of failed jobs, oldest first; the response has the number left. */
export const removeJobs = (api: Api) => api.delete<QueueBatchResponse>('/admin/queue/failed');
