import type {
  BatchResponse,
  InboxMessageResponse,
  MessageListView,
  MessageQuery,
  MessageResponse,
  PostMessage,
} from '@portfolio/contracts';
import { queryString, type Api } from './http.ts';
import { pagesQuery } from './queries.ts';

export const postMessage = (api: Api, message: PostMessage) => api.post<MessageResponse>('/contact', message);

/** The first page of messages, unread first. */
export const readMessages = (api: Api, query: MessageQuery = {}) =>
  api.get<MessageListView>(`/admin/messages${queryString(query)}`);

export const messagePagesQuery = (api: Api, query: MessageQuery = {}) =>
  pagesQuery<MessageListView>(api, ['messages', 'pages', query], '/admin/messages', query);

export const markMessage = (api: Api, id: number, isRead: boolean) =>
  api.put<InboxMessageResponse>(`/admin/messages/${id}/read`, { is_read: isRead });

/** @param message_ids at most `LIMITS.batch`; undefined for all */
export const markMessages = (api: Api, message_ids: number[] | undefined, is_read: boolean) =>
  api.put<BatchResponse>('/admin/messages/batch/read', { message_ids, is_read });

/** @param message_ids at most `LIMITS.batch` */
export const deleteMessages = (api: Api, message_ids: number[]) =>
  api.post<BatchResponse>('/admin/messages/batch/delete', { message_ids });

export const deleteMessage = (api: Api, id: number) => api.delete<MessageResponse>(`/admin/messages/${id}`);
