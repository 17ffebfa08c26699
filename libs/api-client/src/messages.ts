import type { MessageResponse, InboxMessageResponse, MessageListView, PostMessage } from '@portfolio/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryString, type Api } from './http.ts';

export const postMessage = (api: Api, message: PostMessage) => api.post<MessageResponse>('/contact', message);

/** A page of messages, unread first. */
export const readMessages = (api: Api, cursor?: string, signal?: AbortSignal) =>
  api.get<MessageListView>(`/admin/messages${queryString({ cursor })}`, signal);

export const messagePagesQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'pages'],
    queryFn: ({ pageParam, signal }) => readMessages(api, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const markMessage = (api: Api, id: number, isRead: boolean) =>
  api.put<InboxMessageResponse>(`/admin/messages/${id}/read`, { is_read: isRead });

export const deleteMessage = (api: Api, id: number) => api.delete<MessageResponse>(`/admin/messages/${id}`);
