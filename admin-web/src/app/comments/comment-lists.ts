import type { CommentQuery, DashboardView, ModeratedCommentListView, ModeratedCommentView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Pages = InfiniteData<ModeratedCommentListView, string | undefined>;

/** Start of the query keys of all moderated lists; the query follows it. */
export const MODERATED = ['comments', 'moderated'] as const;
export const DASHBOARD = ['dashboard'] as const;

/**
 * Updates comments in each cached list and on the dashboard. Lists of the other status lose them; with `areDeleted`, all
 * lists do.
 */
export function updateCommentLists(
  queryClient: QueryClient,
  comments: ModeratedCommentView[],
  areDeleted = false,
): void {
  for (const [key, pages] of queryClient.getQueriesData<Pages>({ queryKey: MODERATED })) {
    const { status = 'all' } = key[2] as CommentQuery;
    const belongs = ({ is_approved }: ModeratedCommentView) =>
      !areDeleted && (status === 'all' || is_approved === (status === 'approved'));
    const changed = pages && comments.reduce((before, each) => updatePages(before, each, belongs(each)), pages);
    queryClient.setQueryData(key, changed);
  }
  if (areDeleted) return;
  queryClient.setQueriesData<DashboardView>(
    { queryKey: DASHBOARD },
    (before) => before && comments.reduce(updateDashboard, before),
  );
}

/** Leaves the counts unchanged when a refetch has already applied the decision. */
function updateDashboard(dashboard: DashboardView, { id, is_approved }: ModeratedCommentView): DashboardView {
  const before = dashboard.recentComments.find((comment) => comment.id === id);
  if (!before || before.is_approved === is_approved) return dashboard;
  const more = is_approved ? 1 : -1;
  return {
    ...dashboard,
    comments: dashboard.comments + more,
    pendingComments: dashboard.pendingComments - more,
    recentComments: dashboard.recentComments.map((comment) =>
      comment.id === id ? { ...comment, is_approved } : comment,
    ),
  };
}

/** Inserts or removes one comment in the pages of a list. Lists are newest first, and newer comments have higher ids. */
function updatePages({ pages, pageParams }: Pages, comment: ModeratedCommentView, belongs: boolean): Pages {
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
