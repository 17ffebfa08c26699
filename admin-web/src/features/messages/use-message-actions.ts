import { deleteMessage, failureMessage, markMessage, messagePagesQuery } from '@portfolio/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { changeMessage } from './message-lists.ts';

/**
 * Marks a message read or unread, optimistically, and deletes it. Requests of one message run one after another: the last
 * one wins.
 *
 * @param onDeleted awaited before the message leaves the list
 */
export function useMessageActions(id: number, onDeleted: () => Promise<void>) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = messagePagesQuery(api);
  const scope = { id: `message ${id}` };
  const mutationKey = ['mark message', id];
  const refreshCounts = () => void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  const show = (isRead: boolean) => changeMessage(queryClient, api, id, (message) => ({ ...message, is_read: isRead }));

  const marking = useOptimisticMutation({
    mutationKey,
    scope,
    mutationFn: (isRead: boolean) => markMessage(api, id, isRead),
    queryKey,
    apply: (isRead) => {
      show(isRead);
      return () => {
        // A later mark of this message stays shown.
        if (queryClient.isMutating({ mutationKey }) === 1) show(!isRead);
      };
    },
    failure: (error, isRead) => failureMessage(error, `Failed to mark message as ${isRead ? 'read' : 'unread'}`),
    onSettled: refreshCounts,
    onIdle: (isStale) => void (isStale && queryClient.invalidateQueries({ queryKey })),
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
