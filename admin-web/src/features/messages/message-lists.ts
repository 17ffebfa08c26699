import { messagePagesQuery, type Api } from '@portfolio/api-client';
import type { MessageListView, MessageView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/**
 * The messages of all pages, each once, where it stood first: the unread come first, so one that has been read since its page
 * came comes again among the read ones.
 */
export function messagesOf({ pages }: InfiniteData<MessageListView, unknown>): MessageView[] {
  const messages = new Map<number, MessageView>();
  for (const message of pages.flatMap((page) => page.messages)) {
    if (!messages.has(message.id)) messages.set(message.id, message);
  }
  return [...messages.values()];
}

/**
 * Shows a message otherwise in the list that has been read, at the place where it stands, so that no row moves under a reader.
 *
 * @param change gives the message as it is now, or null where it is gone
 */
export function changeMessage(
  queryClient: QueryClient,
  api: Api,
  id: number,
  change: (message: MessageView) => MessageView | null,
): void {
  queryClient.setQueryData(messagePagesQuery(api).queryKey, (data) => {
    const before = data && messagesOf(data).find((message) => message.id === id);
    if (!before) return data;
    const after = change(before);
    const unread = Number(after !== null && !after.is_read) - Number(!before.is_read);
    const total = after === null ? -1 : 0;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        messages: page.messages.flatMap((message) => (message.id === id ? (after ?? []) : message)),
        unread: page.unread + unread,
        total: page.total + total,
      })),
    };
  });
}
