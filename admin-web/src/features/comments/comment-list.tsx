import { ApiError, moderatedCommentsQuery } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { useSelection } from '../../app/use-selection.ts';
import { CommentCard } from './comment-card.tsx';
import { queryOf, type CommentFilter } from './comment-filter.ts';
import styles from './comment-list.module.css';
import { ModerationTray } from './moderation-tray.tsx';
import { SelectAll } from './select-all.tsx';
import { useCardFocus } from './use-card-focus.ts';
import { useCommentShortcuts } from './use-comment-shortcuts.ts';
import type { Failure, Moderation } from './use-moderation.ts';
import { useNewComments } from './use-new-comments.ts';

export interface CommentListProps {
  filter: CommentFilter;
  moderation: Moderation;
}

/** Comments of one filter, newest first, with moderation of one or several. */
export function CommentList({ filter, moderation }: CommentListProps) {
  const { api } = useAdmin();
  const query = useInfiniteQuery(moderatedCommentsQuery(api, queryOf(filter)));
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const comments = useMemo(() => data?.pages.flatMap((page) => page.comments), [data]);
  const list = comments ?? [];
  const ids = useMemo(() => (comments ?? []).map(({ id }) => id), [comments]);
  const selection = useSelection(ids);
  const newComments = useNewComments(filter, comments);
  const { region, focus, focusThen, current } = useCardFocus(data);
  const [deleting, setDeleting] = useState<ModeratedCommentView[] | null>(null);
  const selected = list.filter(({ id }) => selection.ids.has(id));

  const isPageEmptied = list.length === 0 && hasNextPage && !isFetching && !error;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (isPageEmptied) void fetchNextPage();
  }, [isPageEmptied, fetchNextPage]);

  /** Id of the comment that takes the position of these; null for none. */
  const neighbourOf = (leaving: ModeratedCommentView[]) => {
    const end = list.findIndex(({ id }) => id === leaving.at(-1)?.id);
    const stays = (comment: ModeratedCommentView) => !leaving.some(({ id }) => id === comment.id);
    return (list.slice(end).find(stays) ?? list.slice(0, Math.max(end, 0)).findLast(stays))?.id ?? null;
  };
  const decide = (chosen: ModeratedCommentView[], isApproved: boolean) => {
    const changed = chosen.filter((comment) => comment.is_approved !== isApproved);
    if (changed.length === 0) return;
    focusThen(filter === 'all' ? changed[0]!.id : neighbourOf(changed));
    moderation.decide(changed, isApproved);
  };
  const remove = (chosen: ModeratedCommentView[]) => {
    focusThen(neighbourOf(chosen));
    moderation.remove(chosen);
    setDeleting(null);
  };
  const undo = () => {
    if (!moderation.outcome?.undo) return;
    focusThen(moderation.outcome.comments[0]?.id ?? null);
    moderation.outcome.undo();
  };
  const retry = (failure: Failure) => {
    focusThen(neighbourOf(failure.comments));
    moderation.retry(failure);
  };
  const refresh = async () => {
    const { isSuccess } = await query.refetch();
    if (!isSuccess) return;
    newComments.forget();
    focus(null);
  };
  const loadMore = async () => {
    const after = list.at(-1)?.id ?? 0;
    const { data: loaded, hasNextPage: isMore } = await query.fetchNextPage();
    const first = loaded?.pages.flatMap((page) => page.comments).find(({ id }) => id < after);
    if (!isMore && first) requestAnimationFrame(() => focus(first.id));
  };

  useCommentShortcuts(list, {
    selected,
    current,
    focus,
    decide,
    undo,
    confirmDelete: setDeleting,
    select: selection.toggle,
  });

  return (
    <section ref={region} className={styles.comments} tabIndex={-1} aria-label="Comments" aria-busy={isFetching}>
      <ModerationTray
        selection={{
          count: selected.length,
          canApprove: selected.some(({ is_approved }) => !is_approved),
          canReject: selected.some(({ is_approved }) => is_approved),
        }}
        onDecide={(isApproved) => decide(selected, isApproved)}
        onDelete={() => setDeleting(selected)}
        onClear={() => (selection.clear(), focus(null))}
        outcome={moderation.outcome}
        failures={moderation.failures}
        onUndo={undo}
        onRetry={retry}
        onDismissOutcome={() => (moderation.dismissOutcome(), focus(null))}
        onDismissFailure={(failure) => (moderation.dismissFailure(failure), focus(null))}
      />
      <p role="status" className={styles.arrived}>
        {newComments.count > 0 && (
          <Button onClick={() => void refresh()}>
            {formatCount(newComments.count, 'new comment', 'new comments')} – Show
          </Button>
        )}
      </p>
      {error && !isFetchNextPageError && (
        <CommentsFailure error={error} busy={isFetching} onRetry={() => void refresh()} />
      )}
      {!comments && !error && <CommentsSkeleton />}
      {comments?.length === 0 && (hasNextPage ? <CommentsSkeleton /> : !error && <NoComments filter={filter} />)}
      {list.length > 0 && (
        <>
          <SelectAll
            loaded={list.length}
            selected={selected.length}
            total={data?.pages.at(-1)?.total ?? list.length}
            onSelectAll={() => selection.set(ids)}
            onClear={selection.clear}
          />
          <ul className={styles.list}>
            {list.map((comment) => (
              <CommentCard
                key={comment.id}
                comment={comment}
                isSelected={selection.ids.has(comment.id)}
                onSelect={(isRange) => selection.toggle(comment.id, isRange)}
                onDecide={(isApproved) => decide([comment], isApproved)}
                onDelete={() => setDeleting([comment])}
              />
            ))}
          </ul>
        </>
      )}
      {error && isFetchNextPageError && (
        <CommentsFailure error={error} busy={isFetchingNextPage} onRetry={() => void loadMore()} />
      )}
      {hasNextPage && list.length > 0 && !isFetchNextPageError && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void loadMore()}>
            Load more
          </Button>
        </div>
      )}
      {deleting && (
        <ConfirmDialog
          title={
            deleting.length === 1 ? 'Delete comment' : `Delete ${formatCount(deleting.length, 'comment', 'comments')}`
          }
          confirmLabel="Delete"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {deleting.length === 1
            ? 'Are you sure you want to delete this comment?'
            : `Are you sure you want to delete these ${formatNumber(deleting.length)} comments?`}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface CommentsFailureProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

function CommentsFailure({ error, busy, onRetry }: CommentsFailureProps) {
  const status = error instanceof ApiError && error.status > 0 ? `${error.status} ` : '';
  return (
    <LoadFailure title="Error Loading Comments" busy={busy} labels={['Retry', 'Retrying...']} onRetry={onRetry}>
      Failed to fetch comments: {status + error.message}
    </LoadFailure>
  );
}

/** Skeleton of the list. */
function CommentsSkeleton() {
  return (
    <>
      <p role="status" className={styles.loading}>
        <Spinner size="small" label={null} /> Loading comments...
      </p>
      <div aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <div key={index} className={styles.skeleton} />
        ))}
      </div>
    </>
  );
}

function NoComments({ filter }: { filter: CommentFilter }) {
  return (
    <Notice title="No comments found">
      {filter === 'all' ? 'No comments have been submitted yet.' : `No ${filter} comments found.`}
    </Notice>
  );
}
