import { deleteMessage, failureMessage, markMessage, messagePagesQuery } from '@portfolio/api-client';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { isRefusal } from '../../app/data/query-client.ts';
import { changeMessage } from './message-lists.ts';

const MARKING = ['mark message'];

/**
 * Marks a message read or unread, which shows at once, and deletes it. What is asked for one message is sent one after the
 * other, for the API keeps what arrives last.
 *
 * @param onDeleted is waited for before the message leaves the list, or the page would look for what is no longer there
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
      // A list that is on its way knows nothing of this yet: it is asked for again afterwards.
      const isInterrupted =
        queryClient.isFetching({ queryKey }) > 0 || pendingMarks(queryClient).some((mark) => mark?.isInterrupted);
      await queryClient.cancelQueries({ queryKey });
      show(isRead);
      return { isInterrupted };
    },
    onError: (error, isRead) => {
      // Where another mark waits, the list shows that one.
      if (queryClient.isMutating({ mutationKey }) === 1) show(!isRead);
      toast.error(failureMessage(error, `Failed to mark message as ${isRead ? 'read' : 'unread'}`));
    },
    onSettled: (_answer, error, _isRead, before) => {
      refreshCounts();
      // Without an answer it may have been done all the same.
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

/** What is known of the marks that have not been answered yet. */
const pendingMarks = (queryClient: QueryClient) =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: MARKING, status: 'pending' })
    .map(({ state }) => state.context as { isInterrupted: boolean } | undefined);
