import { moderatedCommentsQuery, readModeratedComments } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useUnseenItems, type UnseenItems } from '../../app/data/use-unseen-items.ts';
import { queryOf, type CommentFilter } from './comment-filter.ts';

/**
 * How many comments have come in that the list does not show yet.
 *
 * @param comments of the list; undefined until it is there
 */
export function useNewComments(filter: CommentFilter, comments: ModeratedCommentView[] | undefined): UnseenItems {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const query = queryOf(filter);

  const arrived = useUnseenItems({
    ids: comments?.map(({ id }) => id),
    idOf: (event) => (event.type === 'comment.created' ? event.comment_id : undefined),
    readNewest: async () => (await readModeratedComments(api, query)).comments.map(({ id }) => id),
    refresh: () => void queryClient.invalidateQueries({ queryKey: moderatedCommentsQuery(api, query).queryKey }),
  });
  // A new comment waits for a decision, so it is none of the approved.
  return filter === 'approved' ? { ...arrived, count: 0 } : arrived;
}
