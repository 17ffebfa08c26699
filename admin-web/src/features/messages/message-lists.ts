import { messagePagesQuery, readMessages, type Api } from '@portfolio/api-client';
import type { MessageListView, MessageView } from '@portfolio/contracts';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useUnseenItems, type UnseenItems } from '../../app/data/use-unseen-items.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** Messages of all pages. Unread ones come first, so one read since its page loaded may appear twice: the first counts. */
export function messagesOf({ pages }: InfiniteData<MessageListView, unknown>): MessageView[] {
  const messages = new Map<number, MessageView>();
  for (const message of pages.flatMap((page) => page.messages)) {
    if (!messages.has(message.id)) messages.set(message.id, message);
  }
  return [...messages.values()];
}

/**
 * Changes a message in the cached list; its row keeps its position.
 *
 * @param change returns the new message, or null for a deleted one
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

/** Counts new messages that the list lacks. */
export function useNewMessages(messages: MessageView[] | undefined): UnseenItems {
  const { api } = useAdmin();
  const queryClient = useQueryClient();

  return useUnseenItems({
    ids: messages?.map(({ id }) => id),
    idOf: (event) => (event.type === 'message.created' ? event.message_id : undefined),
    readNewest: async () => (await readMessages(api)).messages.map(({ id }) => id),
    refresh: () => void queryClient.invalidateQueries({ queryKey: messagePagesQuery(api).queryKey }),
  });
}
