import { dashboardQuery, decideComment, failureMessage } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';

const APPROVING = ['approve comment'];

/**
 * Approves a comment with an optimistic update.
 *
 * @returns approves the comment with this id, unless that is under way
 */
export function useApproval(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = dashboardQuery(api);

  /** Leaves the counts unchanged when a refetch has already applied the change. */
  const show = (id: number, isApproved: boolean) => {
    const more = isApproved ? 1 : -1;
    queryClient.setQueryData(queryKey, (before) =>
      before?.recentComments.some((comment) => comment.id === id && comment.is_approved !== isApproved)
        ? {
            ...before,
            comments: before.comments + more,
            pendingComments: before.pendingComments - more,
            recentComments: before.recentComments.map((comment) =>
              comment.id === id ? { ...comment, is_approved: isApproved } : comment,
            ),
          }
        : before,
    );
  };

  const { mutate } = useOptimisticMutation({
    mutationKey: APPROVING,
    mutationFn: (id: number) => decideComment(api, id, true),
    queryKey,
    apply: (id) => {
      show(id, true);
      return () => show(id, false);
    },
    success: 'Comment approved',
    failure: (error) => failureMessage(error, 'Failed to approve comment'),
    onIdle: () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['comments'] });
    },
  });

  return (id) => {
    const isUnderWay = queryClient.isMutating({
      mutationKey: APPROVING,
      predicate: ({ state }) => state.variables === id,
    });
    if (!isUnderWay) mutate(id);
  };
}
