import { failureMessage, newsPagesQuery, updateNewsItem } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';

const SWITCHING = ['news', 'active'];

/** Shows or hides an item on the site, with an optimistic update. */
export function useActive({ id }: NewsItemView) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = newsPagesQuery(api);

  const show = (is_active: boolean) =>
    queryClient.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            news: page.news.map((item) => (item.id === id ? { ...item, is_active } : item)),
          })),
        },
    );

  return useMutation({
    mutationKey: SWITCHING,
    meta: { ids: () => [id] },
    mutationFn: (is_active: boolean) => updateNewsItem(api, id, { is_active }),
    onMutate: async (is_active) => {
      await queryClient.cancelQueries({ queryKey });
      show(is_active);
    },
    onSuccess: () => toast.success('News updated successfully!'),
    onError: (error, is_active) => {
      show(!is_active);
      toast.error(failureMessage(error, 'Failed to update news'));
    },
    onSettled: () => {
      // A refetch during another switch would undo its optimistic update.
      if (queryClient.isMutating({ mutationKey: SWITCHING }) === 1) {
        void queryClient.invalidateQueries({ queryKey: ['news'] });
      }
    },
  });
}
