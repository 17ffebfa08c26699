import type { MessageResponse, InboxMessageResponse, MessageListView, PostMessage } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { pagesQuery } from './queries.ts';

export const postMessage = (api: Api, message: PostMessage) => api.post<MessageResponse>('/contact', message);

/** The first page of messages, unread first. */
export const readMessages = (api: Api) => api.get<MessageListView>('/admin/messages');

export const messagePagesQuery = (api: Api) =>
  pagesQuery<MessageListView>(api, ['messages', 'pages'], '/admin/messages');

export const markMessage = (api: Api, id: number, isRead: boolean) =>
  api.put<InboxMessageResponse>(`/admin/messages/${id}/read`, { is_read: isRead });

export const deleteMessage = (api: Api, id: number) => api.delete<MessageResponse>(`/admin/messages/${id}`);
