import { ApiError, deleteMessage, failureMessage, markMessage, messagePagesQuery } from '@portfolio/api-client';
import type { MessageListView, MessageQuery, MessageView } from '@portfolio/contracts';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { cancelRequests, repeatRequests } from '../../app/data/cancel-requests.ts';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useUndo } from '../../app/trash/trash-mutations.tsx';

/** Messages of all pages. Unread ones come first, so one read since its page loaded may appear twice: the first counts. */
export function messagesOf({ pages }: InfiniteData<MessageListView, unknown>): MessageView[] {
  const messages = new Map<number, MessageView>();
  for (const message of pages.flatMap((page) => page.messages)) {
    if (!messages.has(message.id)) messages.set(message.id, message);
  }
  return [...messages.values()];
}

/** Whether the message was deleted elsewhere. */
const isNotFound = (error: Error | null) => error instanceof ApiError && error.code === 'message.not-found';

/**
 * Marks a message read or unread, optimistically, and deletes it. Requests of one message run one after another: the last
 * one wins.
 *
 * @param filter of the list with the message
 * @param onDeleted awaited before the message leaves the list
 */
export function useMessageActions(id: number, filter: MessageQuery, onDeleted: () => Promise<void>) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const { queryKey } = messagePagesQuery(api, filter);
  const lists = { queryKey: ['messages', 'pages'] };
  const scope = { id: `message ${id}` };
  const mutationKey = ['mark message', id];
  const refreshCounts = () => {
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    // Other searches have the message too.
    void queryClient.invalidateQueries({ queryKey: ['messages'], type: 'inactive' });
  };

  /** Changes the message in the cached list; its row keeps its position. @param change returns null for a deleted one */
  const changeMessage = (change: (message: MessageView) => MessageView | null) =>
    queryClient.setQueryData(queryKey, (data) => {
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
  const show = (isRead: boolean) => changeMessage((message) => ({ ...message, is_read: isRead }));

  const marking = useOptimisticMutation({
    mutationKey,
    scope,
    mutationFn: (isRead: boolean) => markMessage(api, id, isRead),
    // The search may change before the response.
    ...lists,
    apply: (isRead) => {
      show(isRead);
      return () => {
        // A later mark of this message stays shown.
        if (queryClient.isMutating({ mutationKey }) === 1) show(!isRead);
      };
    },
    failure: (error, isRead) => failureMessage(error, `Failed to mark message as ${isRead ? 'read' : 'unread'}`),
    onSettled: (_isRead, error) => (isNotFound(error) ? leave() : refreshCounts()),
    onIdle: (isStale) => void (isStale && queryClient.invalidateQueries(lists)),
  });

  const leave = async () => {
    await onDeleted();
    const cancelled = await cancelRequests(queryClient, queryKey);
    changeMessage(() => null);
    repeatRequests(cancelled);
    refreshCounts();
  };
  const removal = useMutation({
    scope,
    mutationFn: () => deleteMessage(api, id),
    onSuccess: async () => {
      await leave();
      undo('Message deleted successfully!', 'message', [id]);
    },
    onError: async (error) => {
      toast.error(failureMessage(error, 'Failed to delete message'));
      if (isNotFound(error)) await leave();
    },
  });

  return { mark: marking.mutate, remove: removal.mutate, isRemoving: removal.isPending };
}
