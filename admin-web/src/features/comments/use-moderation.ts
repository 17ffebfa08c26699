import {
  ApiError,
  decideComment,
  decideComments,
  deleteComment,
  deleteComments,
  failureMessage,
} from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount } from '../../app/format-number.ts';
import { inBatches } from '../../app/data/in-batches.ts';
import { isRefusal } from '../../app/data/query-client.ts';
import { refetch } from '../../app/data/refetch.ts';
import { MODERATED, placeComments } from './comment-lists.ts';

interface Action {
  /** In the past tense: `approved`. */
  done: string;
  /** Message of a failure. */
  failure: string;
  /** Optimistic update of the lists. */
  show: (comments: ModeratedCommentView[]) => void;
  /** Sends one request about at most `LIMITS.batch` comments. @returns number of changed comments */
  send: (ids: number[]) => Promise<number>;
  undo?: (comments: ModeratedCommentView[]) => void;
}

/** Result of the last action. */
export interface Outcome {
  text: string;
  comments: ModeratedCommentView[];
  undo?: (() => void) | undefined;
}

/** Failed action and its comments. */
export interface Failure {
  action: Action;
  comments: ModeratedCommentView[];
  /** Message of the API. */
  reason: string;
}

export type Moderation = ReturnType<typeof useModeration>;

/**
 * Approves, rejects and deletes comments with optimistic updates. A failure stays until it is retried or dismissed; after the
 * page was left, it becomes a toast.
 */
export function useModeration() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** At most one per kind of action. */
  const [failures, setFailures] = useState<Failure[]>([]);
  const pending = useRef(0);
  /** Whether lists must be refetched once no action is pending. */
  const isStale = useRef(false);
  /** Comments whose state at the API is unknown. */
  const unsure = useRef(new Set<number>());
  /** Last request about each comment: requests about one comment run in sequence. */
  const lastRequests = useRef(new Map<number, Promise<unknown>>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const act = (action: Action, comments: ModeratedCommentView[]) => {
    setOutcome(null);
    setFailures((before) => without(before, comments));
    const earlier = Promise.all(comments.map(({ id }) => lastRequests.current.get(id)));
    const request = perform(action, comments, earlier, (id) => lastRequests.current.get(id) !== request);
    for (const { id } of comments) lastRequests.current.set(id, request);
  };

  const perform = async (
    action: Action,
    comments: ModeratedCommentView[],
    earlier: Promise<unknown>,
    isOvertaken: (id: number) => boolean,
  ) => {
    pending.current += 1;
    if (queryClient.isFetching({ queryKey: MODERATED }) > 0) isStale.current = true;
    await queryClient.cancelQueries({ queryKey: MODERATED });
    action.show(comments);

    await earlier;
    const { count, left, error } = await inBatches(comments, (batch) => action.send(batch.map(({ id }) => id)));
    if (left.length === 0) {
      const { done, undo } = action;
      const text = resultText(comments.length, count, done);
      setOutcome({ text, comments, undo: undo && count > 0 ? () => undo(comments) : undefined });
      if (count < comments.length) comments.forEach(({ id }) => unsure.current.add(id));
    } else {
      const failed = left.filter(({ id }) => !isOvertaken(id));
      fail(action, failed, error);
      // A lost response may hide a success, and a later action assumed this one's.
      const isKnown = isRefusal(error) && !(error instanceof ApiError && error.status === 404);
      if (!isKnown || failed.length < left.length) left.forEach(({ id }) => unsure.current.add(id));
    }
    pending.current -= 1;
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    void refetchStale();
  };

  const refetchStale = async () => {
    if (pending.current > 0) return;
    const ids = unsure.current;
    unsure.current = new Set();
    if (ids.size > 0 && !isStale.current) {
      await refetch(queryClient, ids, { queryKey: MODERATED }).catch(() => (isStale.current = true));
    }
    if (!isStale.current || pending.current > 0) return;
    isStale.current = false;
    void queryClient.invalidateQueries({ queryKey: MODERATED });
  };

  /** Rolls back the lists and reports the failure. */
  const fail = (action: Action, comments: ModeratedCommentView[], error: unknown) => {
    if (comments.length === 0) return;
    placeComments(queryClient, comments);
    const reason = failureMessage(error, '');
    if (!isMounted.current) {
      toast.error([action.failure, reason].filter(Boolean).join('. '));
      return;
    }
    setFailures((before) => {
      const same = before.find((failure) => failure.action.failure === action.failure);
      const others = before.filter((failure) => failure !== same);
      return [...others, { action, comments: [...(same?.comments ?? []), ...comments], reason }];
    });
  };

  const deciding = (isApproved: boolean): Action => {
    const decided = (comments: ModeratedCommentView[]) =>
      comments.map((comment) => ({ ...comment, is_approved: isApproved }));
    return {
      done: isApproved ? 'approved' : 'rejected',
      failure: isApproved ? 'Failed to approve comment' : 'Failed to reject comment',
      show: (comments) => placeComments(queryClient, decided(comments)),
      send: async (ids) => {
        if (ids.length > 1) return (await decideComments(api, ids, isApproved)).count;
        await decideComment(api, ids[0]!, isApproved);
        return 1;
      },
      undo: (comments) => act(deciding(!isApproved), decided(comments)),
    };
  };

  const removing: Action = {
    done: 'deleted',
    failure: 'Failed to delete comment',
    show: (comments) => placeComments(queryClient, comments, true),
    send: async (ids) => {
      if (ids.length > 1) return (await deleteComments(api, ids)).count;
      await deleteComment(api, ids[0]!);
      return 1;
    },
  };

  return {
    decide: (comments: ModeratedCommentView[], isApproved: boolean) => act(deciding(isApproved), comments),
    remove: (comments: ModeratedCommentView[]) => act(removing, comments),
    outcome,
    failures,
    retry: ({ action, comments }: Failure) => act(action, comments),
    dismissOutcome: () => setOutcome(null),
    dismissFailure: ({ comments }: Failure) => setFailures((before) => without(before, comments)),
  };
}

/** Failures without these comments. */
const without = (failures: Failure[], gone: ModeratedCommentView[]): Failure[] =>
  failures
    .map((failure) => ({
      ...failure,
      comments: failure.comments.filter((comment) => !gone.some(({ id }) => id === comment.id)),
    }))
    .filter(({ comments }) => comments.length > 0);

/** @example "Comment approved", "3 comments approved", "2 comments approved, 1 no longer exists" */
function resultText(total: number, count: number, done: string): string {
  if (total === 1) return `Comment ${done}`;
  const missing = total - count;
  const changed = `${formatCount(count, 'comment', 'comments')} ${done}`;
  return missing === 0 ? changed : `${changed}, ${formatCount(missing, 'no longer exists', 'no longer exist')}`;
}
