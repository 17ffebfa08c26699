import { messagePagesQuery, readMessages } from '@portfolio/api-client';
import type { MessageView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useUnseenItems, type UnseenItems } from '../../app/data/use-unseen-items.ts';

/**
 * How many messages have come in that the list does not show yet.
 *
 * @param messages of the list; undefined until it is there
 */
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
