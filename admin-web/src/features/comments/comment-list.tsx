import { ApiError, moderatedCommentsQuery, readModeratedComments } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui';
import { useInfiniteQuery, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { ListSkeleton, LoadMore, UnseenButton, useFurtherPages } from '../../app/components/paged-list.tsx';
import { SelectAll } from '../../app/components/select-boxes.tsx';
import { DASHBOARD_KEY, MODERATED_COMMENTS_KEY, updateCommentLists } from '../../app/comments/comment-lists.ts';
import { cancelRequests, repeatRequests } from '../../app/data/cancel-requests.ts';
import { useUnseenItems } from '../../app/data/use-unseen-items.ts';
import { formatCount } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { useSelection } from '../../app/use-selection.ts';
import { DeleteDialog } from '../../app/trash/delete-dialog.tsx';
import { CommentCard } from './comment-card.tsx';
import styles from './comment-list.module.css';
import { ModerationTray } from './moderation-tray.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { MODERATION_KEY, type Failure, type Moderation } from '../../app/comments/use-moderation.ts';

export interface CommentListProps {
  /** Filter; undefined for all. */
  status: 'pending' | 'approved' | undefined;
  moderation: Moderation;
}

/** Comments of one filter, newest first, with moderation of one or several. */
export function CommentList({ status, moderation }: CommentListProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const filter = status ? { status } : {};
  const query = useInfiniteQuery(moderatedCommentsQuery(api, filter));
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  const comments = useMemo(() => data?.pages.flatMap((page) => page.comments), [data]);
  const list = comments ?? [];
  const ids = useMemo(() => (comments ?? []).map(({ id }) => id), [comments]);
  const selection = useSelection(ids);
  const selected = list.filter(({ id }) => selection.ids.has(id));
  const region = useRef<HTMLElement>(null);
  /** Id of the card to focus after the next change of the list, null for the list itself. */
  const nextFocus = useRef<number | null>(undefined);
  /** Stays when its comment leaves the list: a reply is being typed. */
  const [replying, setReplying] = useState<ModeratedCommentView | null>(null);
  const [deleting, setDeleting] = useState<ModeratedCommentView[] | null>(null);

  const unseen = useUnseenItems({
    ids: comments && ids,
    idOf: (event) => (event.type === 'comment.created' ? event.comment_id : undefined),
    readNewest: async () => (await readModeratedComments(api, filter)).comments.map(({ id }) => id),
    refetch: query.refetch,
  });
  // New comments start as pending: the approved list never lacks one.
  const unseenCount = status === 'approved' ? 0 : unseen.count;

  // Moderation may have emptied the loaded pages. Before it has ended, a further page would have the previous total.
  const isModerating = useIsMutating({ mutationKey: MODERATION_KEY }) > 0;
  useFurtherPages(query, list.length === 0 && !isModerating);

  const focus = (id: number | null) => {
    const card = id === null ? null : region.current?.querySelector<HTMLElement>(`[data-comment="${id}"]`);
    if (card) card.focus();
    else region.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (nextFocus.current === undefined) return;
    focus(nextFocus.current);
    nextFocus.current = undefined;
  }, [data]);

  /** Id of the card to focus once these have left the list: the next one that stays, else the previous; null for none. */
  const focusAfter = (leaving: ModeratedCommentView[]) => {
    const end = list.findIndex(({ id }) => id === leaving.at(-1)?.id);
    // Not listed, as after a failed Undo: the retry restores them.
    if (end < 0) return leaving[0]?.id ?? null;
    const stays = (comment: ModeratedCommentView) => !leaving.some(({ id }) => id === comment.id);
    return (list.slice(end).find(stays) ?? list.slice(0, end).findLast(stays))?.id ?? null;
  };
  const decide = (chosen: ModeratedCommentView[], isApproved: boolean) => {
    const changed = chosen.filter((comment) => comment.is_approved !== isApproved);
    if (changed.length === 0) return;
    nextFocus.current = status ? focusAfter(changed) : changed[0]!.id;
    moderation.decide(changed, isApproved);
  };
  /** Puts a comment with its saved reply into the lists. */
  const applyReply = async (comment: ModeratedCommentView, wasApproved: boolean, isDialogOpen: boolean) => {
    if (isDialogOpen) {
      setReplying(null);
      moderation.dismissOutcome();
    }
    const cancelled = await cancelRequests(queryClient, MODERATED_COMMENTS_KEY);
    const isLeaving = status === 'pending' && comment.is_approved;
    if (isDialogOpen || (isLeaving && focusedId() === comment.id)) {
      nextFocus.current = isLeaving ? focusAfter([comment]) : comment.id;
    }
    updateCommentLists(queryClient, [comment], comment.is_approved === wasApproved ? 'edited' : 'decided');
    repeatRequests(cancelled);
    void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
  };
  const remove = (chosen: ModeratedCommentView[]) => {
    nextFocus.current = focusAfter(chosen);
    moderation.remove(chosen);
    setDeleting(null);
  };
  const undo = () => {
    if (!moderation.outcome?.undo) return;
    nextFocus.current = moderation.outcome.comments[0]?.id ?? null;
    moderation.outcome.undo();
  };
  const retryModeration = (failure: Failure) => {
    const { action, comments: retried } = failure;
    nextFocus.current = status || action === 'delete' ? focusAfter(retried) : retried[0]!.id;
    moderation.retry(failure);
  };
  const loadMore = async () => {
    const after = list.at(-1)?.id ?? 0;
    const focusedBefore = document.activeElement;
    const { data: loaded, hasNextPage: isMore } = await fetchNextPage();
    const first = loaded?.pages.flatMap((page) => page.comments).find(({ id }) => id < after);
    if (isMore || !first || document.activeElement !== focusedBefore) return;
    // After the last page the button disappears. The new items are not rendered yet: the effect above focuses the first.
    nextFocus.current = first.id;
  };

  /** Id of the comment whose card contains the focus. */
  const focusedId = () => {
    const card = document.activeElement?.closest<HTMLElement>('[data-comment]');
    return card && region.current?.contains(card) ? Number(card.dataset.comment) : undefined;
  };
  const move = (step: 1 | -1) => {
    const index = list.findIndex(({ id }) => id === focusedId());
    const next = index < 0 ? list[0] : list[index + step];
    if (next) focus(next.id);
  };
  const focusedComments = () => list.filter(({ id }) => id === focusedId());
  const withTargets = (run: (targets: ModeratedCommentView[]) => void) => {
    const targets = selected.length > 0 ? selected : focusedComments();
    if (targets.length > 0) run(targets);
  };
  const select = (isRange: boolean) => focusedComments().forEach(({ id }) => selection.toggle(id, isRange));
  useShortcuts('Comments', [
    { keys: 'j', label: 'Next comment', repeats: true, run: () => move(1) },
    { keys: 'k', label: 'Previous comment', repeats: true, run: () => move(-1) },
    // `a` adds an item on other pages: a habit must not publish a comment.
    { keys: 'y', label: 'Approve', run: () => withTargets((targets) => decide(targets, true)) },
    { keys: 'r', label: 'Reject', run: () => withTargets((targets) => decide(targets, false)) },
    { keys: 'Delete', label: 'Delete', run: () => withTargets(setDeleting) },
    { keys: 'x', label: 'Select', run: () => select(false) },
    { keys: 'Shift+X', label: 'Select up to here', run: () => select(true) },
    { keys: 'u', label: 'Undo', run: undo },
  ]);

  const errorStatus = error instanceof ApiError && error.status > 0 ? `${error.status} ` : '';
  const reason = error && `Failed to fetch comments: ${errorStatus}${error.message}`;
  const isInline = list.length > 0;
  const loadFailure = error && (
    <LoadFailure
      title={isInline ? `Error Loading Comments. ${reason}` : 'Error Loading Comments'}
      isInline={isInline}
      busy={isFetching}
      labels={['Retry', 'Retrying...']}
      onRetry={() => void (isFetchNextPageError ? loadMore() : unseen.refresh())}
    >
      {reason}
    </LoadFailure>
  );
  const isLoading = !error && (comments ? list.length === 0 && hasNextPage : true);
  const total = data?.pages.at(-1)?.total ?? list.length;

  return (
    <section ref={region} className={styles.comments} tabIndex={-1} aria-label="Comments" aria-busy={isFetching}>
      <ModerationTray
        selected={selected}
        moderation={moderation}
        onDecide={(isApproved) => decide(selected, isApproved)}
        onDelete={() => setDeleting(selected)}
        onClear={() => (selection.clear(), focus(null))}
        onUndo={undo}
        onRetry={retryModeration}
        onDismissed={() => focus(null)}
      />
      <UnseenButton count={unseenCount} one="new comment" many="new comments" onShow={unseen.refresh} />
      {(!isFetchNextPageError || list.length === 0) && loadFailure}
      {isLoading && <ListSkeleton name="comments" rows={3} className={styles.skeleton} />}
      {comments?.length === 0 && !hasNextPage && !error && (
        <Notice title="No comments found">
          {status ? `No ${status} comments found.` : 'No comments have been submitted yet.'}
        </Notice>
      )}
      {list.length > 0 && (
        <>
          <div className={styles.head}>
            <SelectAll ids={ids} total={total} selection={selection} />
            <p>{formatCount(total, 'comment', 'comments')}</p>
          </div>
          <ul className={styles.list}>
            {list.map((comment) => (
              <CommentCard
                key={comment.id}
                comment={comment}
                isSelected={selection.ids.has(comment.id)}
                onSelect={(isRange) => selection.toggle(comment.id, isRange)}
                onDecide={(isApproved) => decide([comment], isApproved)}
                onReply={() => setReplying(comment)}
                onBlocked={moderation.dismissOutcome}
                onDelete={() => setDeleting([comment])}
              />
            ))}
          </ul>
          <LoadMore query={query} className={styles.more} onLoad={loadMore} />
        </>
      )}
      {replying && (
        <ReplyDialog
          comment={replying}
          onReplied={(comment, isDialogOpen) => void applyReply(comment, replying.is_approved, isDialogOpen)}
          onClose={() => setReplying(null)}
        />
      )}
      {deleting && (
        <DeleteDialog
          noun="comment"
          count={deleting.length}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  );
}
