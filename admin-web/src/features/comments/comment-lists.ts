import type { CommentQuery, ModeratedCommentListView, ModeratedCommentView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Pages = InfiniteData<ModeratedCommentListView, string | undefined>;

/** Start of the query keys of all moderated lists; the query follows it. */
export const MODERATED = ['comments', 'moderated'] as const;

/** Updates comments in each cached list; lists of the other status lose them. */
export function placeComments(queryClient: QueryClient, comments: ModeratedCommentView[]): void {
  changeLists(queryClient, (pages, { status = 'all' }) =>
    comments.reduce((updated, comment) => {
      const belongs = status === 'all' || comment.is_approved === (status === 'approved');
      return placeComment(updated, comment, belongs);
    }, pages),
  );
}

/** Removes comments from each cached list. */
export function removeComments(queryClient: QueryClient, comments: ModeratedCommentView[]): void {
  changeLists(queryClient, (pages) => comments.reduce((left, comment) => placeComment(left, comment, false), pages));
}

function changeLists(queryClient: QueryClient, change: (pages: Pages, query: CommentQuery) => Pages): void {
  for (const [key, pages] of queryClient.getQueriesData<Pages>({ queryKey: MODERATED })) {
    if (pages) queryClient.setQueryData(key, change(pages, key[2] as CommentQuery));
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
