import type { BatchResponse, EmptyTrashResponse, SelectTrashed, TrashView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { pagesQuery } from './queries.ts';

export const trashQuery = (api: Api) => pagesQuery<TrashView>(api, ['trash'], '/admin/trash', { limit: 50 });

/** @param items at most `LIMITS.batch` */
export const restoreTrashed = (api: Api, items: SelectTrashed) =>
  api.post<BatchResponse>('/admin/trash/restore', items);

/** Deletes for good. @param items at most `LIMITS.batch` */
export const deleteTrashed = (api: Api, items: SelectTrashed) => api.post<BatchResponse>('/admin/trash/delete', items);

/** Deletes a batch for good; the response has the number left. */
export const emptyTrash = (api: Api) => api.delete<EmptyTrashResponse>('/admin/trash');
