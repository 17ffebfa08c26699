import type { CommentQuery, DashboardView, ModeratedCommentListView, ModeratedCommentView } from '@portfolio/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** `end`: lowest id as fetched, where the cursor starts; set by updates. */
type Page = ModeratedCommentListView & { end?: number | undefined };
type Pages = InfiniteData<Page, string | undefined>;

/** Prefix of the query keys of all moderated lists; the parameters of the query follow it. */
export const MODERATED_COMMENTS_KEY = ['comments', 'moderated'] as const;
export const DASHBOARD_KEY = ['dashboard'] as const;

/**
 * Updates comments in each cached list and on the dashboard. A list loses those that it does not match. Deleted comments leave
 * each list, and the dashboard stays as it is.
 *
 * @param change a decision inverts `is_approved`, an edit leaves it unchanged
 */
export function updateCommentLists(
  queryClient: QueryClient,
  comments: ModeratedCommentView[],
  change: 'decided' | 'edited' | 'deleted' | 'restored',
): void {
  for (const [key, pages] of queryClient.getQueriesData<Pages>({ queryKey: MODERATED_COMMENTS_KEY })) {
    const { status = 'all' } = key[2] as CommentQuery;
    const update = (before: Pages, comment: ModeratedCommentView) => {
      const matches = status === 'all' || comment.is_approved === (status === 'approved');
      const wasCounted = change === 'decided' ? status === 'all' || !matches : matches && change !== 'restored';
      return updatePages(before, comment, matches && change !== 'deleted', wasCounted);
    };
    queryClient.setQueryData(key, pages && comments.reduce(update, pages));
  }
  if (change === 'deleted') return;
  queryClient.setQueriesData<DashboardView>(
    { queryKey: DASHBOARD_KEY },
    (before) => before && comments.reduce(updateDashboard, before),
  );
}

/** Cached copies of comments, from displayed lists first. A comment that no list contains stays as given. */
export function newestCopies(queryClient: QueryClient, comments: ModeratedCommentView[]): ModeratedCommentView[] {
  const lists = (['inactive', 'active'] as const).flatMap((type) =>
    queryClient.getQueriesData<Pages>({ queryKey: MODERATED_COMMENTS_KEY, type }),
  );
  const cached = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.comments) ?? []);
  const byId = new Map(cached.map((comment) => [comment.id, comment]));
  return comments.map((comment) => byId.get(comment.id) ?? comment);
}

/** Leaves the counts unchanged when a refetch has already applied the decision. */
function updateDashboard(dashboard: DashboardView, { id, is_approved }: ModeratedCommentView): DashboardView {
  const before = dashboard.recentComments.find((comment) => comment.id === id);
  if (!before || before.is_approved === is_approved) return dashboard;
  const change = is_approved ? 1 : -1;
  return {
    ...dashboard,
    comments: dashboard.comments + change,
    pendingComments: dashboard.pendingComments - change,
    recentComments: dashboard.recentComments.map((comment) =>
      comment.id === id ? { ...comment, is_approved } : comment,
    ),
  };
}

/**
 * Inserts or removes one comment in the pages of a list. Lists are newest first, and newer comments have higher ids.
 *
 * @param wasCounted whether the total includes the comment if its page is not loaded
 */
function updatePages(
  { pages, pageParams }: Pages,
  comment: ModeratedCommentView,
  belongs: boolean,
  wasCounted: boolean,
): Pages {
  const isListed = pages.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  // A comment older than all loaded ones belongs to a later page.
  const target = pages.findIndex(
    ({ comments, next_cursor, end = Infinity }) =>
      next_cursor === null || end <= comment.id || comments.some(({ id }) => id <= comment.id),
  );
  const change = Number(belongs) - Number(target < 0 ? wasCounted : isListed);
  const changed = pages.map((page, index) => {
    const others = page.comments.filter(({ id }) => id !== comment.id);
    const comments =
      belongs && index === target
        ? [...others.filter(({ id }) => id > comment.id), comment, ...others.filter(({ id }) => id < comment.id)]
        : others;
    return { ...page, comments, total: page.total + change, end: page.end ?? page.comments.at(-1)?.id };
  });
  return { pages: changed, pageParams };
}
