import type { CommentQuery, ModeratedCommentListView, ModeratedCommentView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Pages = InfiniteData<ModeratedCommentListView, string | undefined>;

/** What the keys of all moderated lists have in common; after it comes how the list is narrowed. */
export const MODERATED = ['comments', 'moderated'] as const;

/**
 * Shows comments as they are given, in each list that has been read: where the list is for such a comment it stands at its
 * place, elsewhere it is gone. By this a comment is decided on, and the decision taken back.
 */
export function placeComments(queryClient: QueryClient, comments: ModeratedCommentView[]): void {
  changeLists(queryClient, (pages, { status = 'all' }) =>
    comments.reduce((placed, comment) => {
      const belongs = status === 'all' || comment.is_approved === (status === 'approved');
      return place(placed, comment, belongs);
    }, pages),
  );
}

/** Takes comments out of every list that has been read. */
export function removeComments(queryClient: QueryClient, comments: ModeratedCommentView[]): void {
  changeLists(queryClient, (pages) => comments.reduce((left, comment) => place(left, comment, false), pages));
}

function changeLists(queryClient: QueryClient, change: (pages: Pages, query: CommentQuery) => Pages): void {
  for (const [key, pages] of queryClient.getQueriesData<Pages>({ queryKey: MODERATED })) {
    if (pages) queryClient.setQueryData(key, change(pages, key[2] as CommentQuery));
  }
}

/** Lists have the newest first, and a newer comment has a higher id. */
function place({ pages, pageParams }: Pages, comment: ModeratedCommentView, belongs: boolean): Pages {
  const wasThere = pages.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  // One that is older than all that has been read comes with the pages that have not been.
  const at = pages.findIndex(
    ({ comments, next_cursor }) => next_cursor === null || comments.some(({ id }) => id <= comment.id),
  );
  const more = Number(belongs) - Number(wasThere);
  const placed = pages.map((page, index) => {
    const others = page.comments.filter(({ id }) => id !== comment.id);
    const comments =
      belongs && index === at
        ? [...others.filter(({ id }) => id > comment.id), comment, ...others.filter(({ id }) => id < comment.id)]
        : others;
    return { ...page, comments, total: page.total + more };
  });
  return { pages: placed, pageParams };
}
