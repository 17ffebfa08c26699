import { moderatedCommentsQuery } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { useSelection } from '../../app/use-selection.ts';
import { CommentCard } from './comment-card.tsx';
import { queryOf, type CommentFilter } from './comment-filter.ts';
import styles from './comment-list.module.css';
import { CommentsFailure, CommentsLoading, NoComments } from './comment-list-states.tsx';
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

/** The comments that a filter lets through, newest first, and what can be done with one of them or with several. */
export function CommentList({ filter, moderation }: CommentListProps) {
  const { api } = useAdmin();
  const query = useInfiniteQuery(moderatedCommentsQuery(api, queryOf(filter)));
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const comments = useMemo(() => data?.pages.flatMap((page) => page.comments), [data]);
  const list = comments ?? [];
  const ids = useMemo(() => (comments ?? []).map(({ id }) => id), [comments]);
  const selection = useSelection(ids);
  const newOnes = useNewComments(filter, comments);
  const { region, focus, focusThen, current } = useCardFocus(data);
  const [asking, setAsking] = useState<ModeratedCommentView[] | null>(null);
  const selected = list.filter(({ id }) => selection.ids.has(id));

  const isUsedUp = list.length === 0 && hasNextPage && !isFetching && !error;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (isUsedUp) void fetchNextPage();
  }, [isUsedUp, fetchNextPage]);

  /** The one that stands where these stood, when they have left the list. */
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
    setAsking(null);
  };
  const undo = () => {
    if (!moderation.outcome?.undo) return;
    focusThen(moderation.outcome.comments[0]?.id ?? null);
    moderation.outcome.undo();
  };
  const tryAgain = (failure: Failure) => {
    focusThen(neighbourOf(failure.comments));
    moderation.tryAgain(failure);
  };
  const refresh = async () => {
    const { isSuccess } = await query.refetch();
    if (!isSuccess) return;
    newOnes.forget();
    // What was pressed is gone then.
    focus(null);
  };
  const loadMore = async () => {
    const after = list.at(-1)?.id ?? 0;
    const { data: loaded, hasNextPage: isMore } = await query.fetchNextPage();
    // The button that was pressed is gone then.
    const first = loaded?.pages.flatMap((page) => page.comments).find(({ id }) => id < after);
    if (!isMore && first) requestAnimationFrame(() => focus(first.id));
  };

  useCommentShortcuts(list, { selected, current, focus, decide, undo, ask: setAsking, select: selection.toggle });

  return (
    <section ref={region} className={styles.comments} tabIndex={-1} aria-label="Comments" aria-busy={isFetching}>
      <ModerationTray
        selection={{
          count: selected.length,
          canApprove: selected.some(({ is_approved }) => !is_approved),
          canReject: selected.some(({ is_approved }) => is_approved),
        }}
        onDecide={(isApproved) => decide(selected, isApproved)}
        onDelete={() => setAsking(selected)}
        onClear={() => (selection.clear(), focus(null))}
        outcome={moderation.outcome}
        failures={moderation.failures}
        onUndo={undo}
        onTryAgain={tryAgain}
        onDismissOutcome={() => (moderation.dismissOutcome(), focus(null))}
        onDismissFailure={(failure) => (moderation.dismissFailure(failure), focus(null))}
      />
      <p role="status" className={styles.arrived}>
        {newOnes.count > 0 && (
          <Button onClick={() => void refresh()}>
            {formatCount(newOnes.count, 'new comment', 'new comments')} – Show
          </Button>
        )}
      </p>
      {error && !isFetchNextPageError && (
        <CommentsFailure error={error} busy={isFetching} onRetry={() => void refresh()} />
      )}
      {!comments && !error && <CommentsLoading />}
      {comments?.length === 0 && (hasNextPage ? <CommentsLoading /> : !error && <NoComments filter={filter} />)}
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
                onDelete={() => setAsking([comment])}
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
      {asking && (
        <ConfirmDialog
          title={asking.length === 1 ? 'Delete comment' : `Delete ${formatCount(asking.length, 'comment', 'comments')}`}
          confirmLabel="Delete"
          onConfirm={() => remove(asking)}
          onClose={() => setAsking(null)}
        >
          {asking.length === 1
            ? 'Are you sure you want to delete this comment?'
            : `Are you sure you want to delete these ${formatNumber(asking.length)} comments?`}
        </ConfirmDialog>
      )}
    </section>
  );
}
