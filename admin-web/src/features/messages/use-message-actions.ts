import { deleteMessage, failureMessage, markMessage, messagePagesQuery } from '@portfolio/api-client';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { isRefusal } from '../../app/data/query-client.ts';
import { changeMessage } from './message-lists.ts';

const MARKING = ['mark message'];

/**
 * Marks a message as read or unread, with an optimistic update, and deletes it. Requests about one message run in sequence.
 *
 * @param onDeleted awaited before the message leaves the list
 */
export function useMessageActions(id: number, onDeleted: () => Promise<void>) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = messagePagesQuery(api);
  const scope = { id: `message ${id}` };
  const mutationKey = [...MARKING, id];
  const refreshCounts = () => void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  const show = (isRead: boolean) => changeMessage(queryClient, api, id, (message) => ({ ...message, is_read: isRead }));

  const marking = useMutation({
    mutationKey,
    scope,
    mutationFn: (isRead: boolean) => markMessage(api, id, isRead),
    onMutate: async (isRead) => {
      // The interrupted fetch is repeated once all marks have settled.
      const isInterrupted =
        queryClient.isFetching({ queryKey }) > 0 || pendingMarks(queryClient).some((mark) => mark?.isInterrupted);
      await queryClient.cancelQueries({ queryKey });
      show(isRead);
      return { isInterrupted };
    },
    onError: (error, isRead) => {
      // A queued mark determines the list.
      if (queryClient.isMutating({ mutationKey }) === 1) show(!isRead);
      toast.error(failureMessage(error, `Failed to mark message as ${isRead ? 'read' : 'unread'}`));
    },
    onSettled: (_answer, error, _isRead, before) => {
      refreshCounts();
      // A lost response may hide a success.
      const isBehind = before?.isInterrupted || (error !== null && !isRefusal(error));
      if (isBehind && queryClient.isMutating({ mutationKey: MARKING }) === 1) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });

  const removal = useMutation({
    scope,
    mutationFn: () => deleteMessage(api, id),
    onSuccess: async () => {
      await onDeleted();
      changeMessage(queryClient, api, id, () => null);
      toast.success('Message deleted successfully!');
      refreshCounts();
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to delete message')),
  });

  return {
    mark: marking.mutate,
    remove: removal.mutate,
    isRemoving: removal.isPending,
  };
}

/** Contexts of the marks without a response. */
const pendingMarks = (queryClient: QueryClient) =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: MARKING, status: 'pending' })
    .map(({ state }) => state.context as { isInterrupted: boolean } | undefined);
