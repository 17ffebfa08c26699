import type { CommentQuery, ModeratedCommentListView, ModeratedCommentView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Pages = InfiniteData<ModeratedCommentListView, string | undefined>;

/** Start of the query keys of all moderated lists; the query follows it. */
export const MODERATED = ['comments', 'moderated'] as const;

/** Updates comments in each cached list, or removes deleted ones; lists of the other status lose them. */
export function placeComments(queryClient: QueryClient, comments: ModeratedCommentView[], areDeleted = false): void {
  for (const [key, pages] of queryClient.getQueriesData<Pages>({ queryKey: MODERATED })) {
    const { status = 'all' } = key[2] as CommentQuery;
    const belongs = ({ is_approved }: ModeratedCommentView) =>
      !areDeleted && (status === 'all' || is_approved === (status === 'approved'));
    const changed = pages && comments.reduce((before, each) => placeComment(before, each, belongs(each)), pages);
    queryClient.setQueryData(key, changed);
  }
}

/** Inserts or removes one comment. Lists are newest first, and newer comments have higher ids. */
function placeComment({ pages, pageParams }: Pages, comment: ModeratedCommentView, belongs: boolean): Pages {
  const isListed = pages.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  // A comment older than all loaded ones belongs to a later page.
  const target = pages.findIndex(
    ({ comments, next_cursor }) => next_cursor === null || comments.some(({ id }) => id <= comment.id),
  );
  const more = Number(belongs) - Number(isListed);
  const changed = pages.map((page, index) => {
    const others = page.comments.filter(({ id }) => id !== comment.id);
    const comments =
      belongs && index === target
        ? [...others.filter(({ id }) => id > comment.id), comment, ...others.filter(({ id }) => id < comment.id)]
        : others;
    return { ...page, comments, total: page.total + more };
  });
  return { pages: changed, pageParams };
}
