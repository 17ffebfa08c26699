import { moderatedCommentsQuery, readModeratedComments } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useUnseenItems, type UnseenItems } from '../../app/data/use-unseen-items.ts';
import { queryOf, type CommentFilter } from './comment-filter.ts';

/** Counts new comments that the list lacks. */
export function useNewComments(filter: CommentFilter, comments: ModeratedCommentView[] | undefined): UnseenItems {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const query = queryOf(filter);

  const unseen = useUnseenItems({
    ids: comments?.map(({ id }) => id),
    idOf: (event) => (event.type === 'comment.created' ? event.comment_id : undefined),
    readNewest: async () => (await readModeratedComments(api, query)).comments.map(({ id }) => id),
    refresh: () => void queryClient.invalidateQueries({ queryKey: moderatedCommentsQuery(api, query).queryKey }),
  });
  // A new comment is pending.
  return filter === 'approved' ? { ...unseen, count: 0 } : unseen;
}
