import { failureMessage, newsPagesQuery, updateNewsItem } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** Shows or hides a news item on the site, optimistically. */
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

  return useOptimisticMutation({
    mutationKey: ['switch news'],
    ids: () => [id],
    mutationFn: (is_active: boolean) => updateNewsItem(api, id, { is_active }),
    queryKey,
    apply: (is_active) => {
      show(is_active);
      return () => show(!is_active);
    },
    success: 'News updated successfully!',
    failure: (error) => failureMessage(error, 'Failed to update news'),
    onIdle: () => void queryClient.invalidateQueries({ queryKey: ['news'] }),
  });
}
