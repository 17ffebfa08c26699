import {
  ApiError,
  decideComment,
  decideComments,
  deleteComment,
  deleteComments,
  failureMessage,
  failureWithReason,
  restoreTrashed,
} from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { cancelRequests, repeatRequests } from '../data/cancel-requests.ts';
import { inBatches } from '../data/in-batches.ts';
import { isRefusal } from '../data/query-client.ts';
import { refetch } from '../data/refetch.ts';
import { useOptimisticMutation } from '../data/use-optimistic-mutation.ts';
import { formatCount } from '../format-number.ts';
import { useAdmin } from '../layout/admin-context.ts';
import { DASHBOARD_KEY, MODERATED_COMMENTS_KEY, newestCopies, updateCommentLists } from './comment-lists.ts';

/** `done`: past tense; `noun`: of the result of its undo; `change` and `rollback`: see `updateCommentLists`. */
const ACTIONS = {
  approve: { done: 'approved', noun: 'approval', change: 'decided', rollback: 'decided', undo: 'reject' },
  reject: { done: 'rejected', noun: 'rejection', change: 'decided', rollback: 'decided', undo: 'approve' },
  delete: { done: 'deleted', noun: undefined, change: 'deleted', rollback: 'restored', undo: 'restore' },
  restore: { done: 'restored', noun: undefined, change: 'restored', rollback: 'deleted', undo: undefined },
} as const;

type Action = keyof typeof ACTIONS;

const failureOf = (action: Action) => `Failed to ${action} comment`;

/** The comments after an action. */
const changed = (action: Action, comments: ModeratedCommentView[]): ModeratedCommentView[] =>
  ACTIONS[action].change === 'decided'
    ? comments.map((comment) => ({ ...comment, is_approved: action === 'approve' }))
    : comments;

/** Result of the last action. */
export interface Outcome {
  text: string;
  comments: ModeratedCommentView[];
  undo?: (() => void) | undefined;
}

/** Failed action and its comments. */
export interface Failure {
  action: Action;
  message: string;
  comments: ModeratedCommentView[];
  /** Message of the API. */
  reason: string;
  /** `noun` of the action that this one undoes. */
  undone: string | undefined;
}

export type Moderation = ReturnType<typeof useModeration>;

interface Request {
  action: Action;
  comments: ModeratedCommentView[];
  /** `noun` of the action that this one undoes. */
  undone: string | undefined;
  /** Earlier requests about the same comments. */
  earlier: Promise<unknown>;
  /** Whether a later request changes the comment. */
  isOvertaken: (id: number) => boolean;
}

export const MODERATION_KEY = ['moderate comments'];

/**
 * Approves, rejects and deletes comments with optimistic updates of lists and dashboard. A failure is listed until it is
 * dismissed or its comments are moderated again; after the page was left, it is a toast.
 *
 * @param hasTray false for a page without `ModerationTray`: it gets toasts
 */
export function useModeration({ hasTray = true } = {}) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** At most one per kind of action. */
  const [failures, setFailures] = useState<Failure[]>([]);
  /** Comments whose state at the API is unknown. */
  const unsure = useRef(new Set<number>());
  /** Last request about each comment: requests about one comment run in sequence. */
  const lastRequests = useRef(new Map<number, Promise<unknown>>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  /** The comments with replies that are newer than an action. */
  const newest = (comments: ModeratedCommentView[]) => newestCopies(queryClient, comments);

  const { mutateAsync } = useOptimisticMutation<Request>({
    mutationKey: MODERATION_KEY,
    mutationFn: (request) => send(request),
    queryKey: MODERATED_COMMENTS_KEY,
    apply: async ({ action, comments }) => {
      await queryClient.cancelQueries({ queryKey: DASHBOARD_KEY });
      updateCommentLists(queryClient, changed(action, comments), ACTIONS[action].change);
      return () => rollBack(action, comments);
    },
    failure: (error, { action }) => failureWithReason(error, failureOf(action)),
    onIdle: (isStale) => void refetchLists(isStale),
  });

  const act = (action: Action, comments: ModeratedCommentView[], undone?: string) => {
    setOutcome(null);
    setFailures((before) => without(before, comments));
    const requests = lastRequests.current;
    const request: Promise<unknown> = mutateAsync({
      action,
      comments,
      undone,
      earlier: Promise.all(comments.map(({ id }) => requests.get(id))),
      isOvertaken: (id) => requests.get(id) !== request,
    }).finally(() => comments.forEach(({ id }) => requests.get(id) === request && requests.delete(id)));
    for (const { id } of comments) requests.set(id, request);
  };

  /** Resolves also after a failure, which may concern some of the comments only. */
  const send = async (request: Request) => {
    const { action, comments, undone, earlier, isOvertaken } = request;
    await earlier;
    const { count, remaining, error } = await inBatches(comments, (batch) => sendBatch(action, batch));
    if (remaining.length === 0) {
      const { done, noun, undo } = ACTIONS[action];
      const text = resultText(comments.length, count, undone ?? 'comment', undone ? 'undone' : done);
      const undoAction =
        undo && count > 0 ? () => act(undo, changed(action, newest(comments)), undone ? undefined : noun) : undefined;
      if (hasTray) setOutcome({ text, comments, undo: undoAction });
      else toast.success(text);
      if (count < comments.length) comments.forEach(({ id }) => unsure.current.add(id));
    } else {
      const failed = remaining.filter(({ id }) => !isOvertaken(id));
      await fail(request, failed, error);
      // After a lost response or a 404 the state at the API is unknown, and so is that of overtaken comments.
      const isCertain = isRefusal(error) && !(error instanceof ApiError && error.status === 404);
      if (!isCertain || failed.length < remaining.length) remaining.forEach(({ id }) => unsure.current.add(id));
    }
  };

  const refetchLists = async (isStale: boolean) => {
    void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
    const ids = unsure.current;
    unsure.current = new Set();
    if (isStale) {
      void queryClient.invalidateQueries({ queryKey: MODERATED_COMMENTS_KEY });
      return;
    }
    if (ids.size === 0) return;
    await refetch(queryClient, ids, { queryKey: MODERATED_COMMENTS_KEY }).catch(() => {
      // The API's lists lack the change of a pending action: its end refetches.
      if (queryClient.isMutating({ mutationKey: MODERATION_KEY }) > 0) ids.forEach((id) => unsure.current.add(id));
      else void queryClient.invalidateQueries({ queryKey: MODERATED_COMMENTS_KEY });
    });
  };

  const rollBack = (action: Action, comments: ModeratedCommentView[]) => {
    const before = newest(comments).map((comment, index) => ({
      ...comment,
      is_approved: comments[index]!.is_approved,
    }));
    updateCommentLists(queryClient, before, ACTIONS[action].rollback);
  };

  /** Rolls back the lists and reports the failure. */
  const fail = async ({ action, undone }: Request, comments: ModeratedCommentView[], error: unknown) => {
    if (comments.length === 0) return;
    const cancelled = await cancelRequests(queryClient, MODERATED_COMMENTS_KEY);
    rollBack(action, comments);
    repeatRequests(cancelled);
    if (!hasTray || !isMounted.current) {
      toast.error(failureWithReason(error, failureOf(action)));
      return;
    }
    const reason = failureMessage(error, '');
    setFailures((before) => {
      const same = before.find((failure) => failure.action === action);
      const others = before.filter((failure) => failure !== same);
      const all = [...(same?.comments ?? []), ...comments];
      const isMixed = same !== undefined && same.undone !== undone;
      const failure = { action, message: failureOf(action), comments: all, reason };
      return [...others, { ...failure, undone: isMixed ? undefined : undone }];
    });
  };

  /** Sends one request about at most `LIMITS.batch` comments. @returns number of changed comments */
  const sendBatch = async (action: Action, comments: ModeratedCommentView[]): Promise<number> => {
    const ids = comments.map(({ id }) => id);
    const isApproved = action === 'approve';
    if (action === 'restore') return (await restoreTrashed(api, { comment_ids: ids })).count;
    if (ids.length > 1) {
      return (await (action === 'delete' ? deleteComments(api, ids) : decideComments(api, ids, isApproved))).count;
    }
    await (action === 'delete' ? deleteComment(api, ids[0]!) : decideComment(api, ids[0]!, isApproved));
    return 1;
  };

  return {
    decide: (comments: ModeratedCommentView[], isApproved: boolean) => act(isApproved ? 'approve' : 'reject', comments),
    /** Whether a request about the comment is under way. */
    isPending: ({ id }: ModeratedCommentView) => lastRequests.current.has(id),
    remove: (comments: ModeratedCommentView[]) => act('delete', comments),
    outcome,
    failures,
    retry: ({ action, comments, undone }: Failure) => act(action, newest(comments), undone),
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

/** @example "Comment approved", "Approval undone", "3 comments approved", "2 comments approved, 1 no longer exists" */
function resultText(total: number, count: number, noun: string, done: string): string {
  if (total === 1) {
    return count === 1 ? `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} ${done}` : 'The comment no longer exists';
  }
  const missing = total - count;
  const changed = `${formatCount(count, noun, `${noun}s`)} ${done}`;
  return missing === 0 ? changed : `${changed}, ${formatCount(missing, 'no longer exists', 'no longer exist')}`;
}
