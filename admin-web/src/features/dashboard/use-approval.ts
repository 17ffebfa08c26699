import { dashboardQuery, decideComment, failureMessage } from '@portfolio/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';

const APPROVING = ['approve comment'];

/** @returns a function that approves a comment with an optimistic update; repeated calls send one request */
export function useApproval(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = dashboardQuery(api);

  /** Leaves counts alone where a refetch has updated the comment. */
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

  const { mutate } = useMutation({
    mutationKey: APPROVING,
    mutationFn: (id: number) => decideComment(api, id, true),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey });
      show(id, true);
    },
    onSuccess: () => void toast.success('Comment approved'),
    onError: (error, id) => {
      show(id, false);
      toast.error(failureMessage(error, 'Failed to approve comment'));
    },
    onSettled: () => {
      // A refetch during another approval would undo its optimistic update.
      if (queryClient.isMutating({ mutationKey: APPROVING }) > 1) return;
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
