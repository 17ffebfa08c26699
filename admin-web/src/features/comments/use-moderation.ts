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
import { MODERATED, placeComments, removeComments } from './comment-lists.ts';

interface Action {
  /** In the past tense: `approved`. */
  done: string;
  /** The spec's sentence for its failure. */
  failure: string;
  /** Shows in the lists that it is done. */
  show: (comments: ModeratedCommentView[]) => void;
  /** Asks the API for it: at most `LIMITS.batch`. @returns how many there were */
  ask: (ids: number[]) => Promise<number>;
  undo?: (comments: ModeratedCommentView[]) => void;
}

/** What the last action came to, and how to take it back where that can be. */
export interface Outcome {
  text: string;
  comments: ModeratedCommentView[];
  undo?: (() => void) | undefined;
}

/** What could not be done, and to which comments. */
export interface Failure {
  action: Action;
  comments: ModeratedCommentView[];
  /** The API's own sentence. */
  reason: string;
}

export type Moderation = ReturnType<typeof useModeration>;

/**
 * Approves, rejects and deletes. The lists show it at once; what the API refuses they show again as it was, and a failure
 * stays to be read until it is tried again or put away. It belongs to the page: what is under way outlives the list that it
 * was begun in, and what fails after the page has been left is told by a toast.
 */
export function useModeration() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** One for each kind of action. */
  const [failures, setFailures] = useState<Failure[]>([]);
  const underWay = useRef(0);
  /** Whether a list has to be asked for again, once nothing is under way that it could know nothing of. */
  const isBehind = useRef(false);
  /** Comments of which it is not known what has been done. */
  const unsure = useRef(new Set<number>());
  /** The last thing asked for each comment: the next one is sent after its answer, for the API keeps what arrives last. */
  const turns = useRef(new Map<number, Promise<unknown>>());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const act = async (action: Action, comments: ModeratedCommentView[]) => {
    setOutcome(null);
    setFailures((before) => without(before, comments));
    const earlier = comments.map(({ id }) => turns.current.get(id));
    const turn = perform(action, comments, Promise.all(earlier), (id) => turns.current.get(id) !== turn);
    for (const { id } of comments) turns.current.set(id, turn);
    await turn;
    for (const { id } of comments) if (turns.current.get(id) === turn) turns.current.delete(id);
  };

  const perform = async (
    action: Action,
    comments: ModeratedCommentView[],
    earlier: Promise<unknown>,
    isOvertaken: (id: number) => boolean,
  ) => {
    underWay.current += 1;
    if (queryClient.isFetching({ queryKey: MODERATED }) > 0) isBehind.current = true;
    await queryClient.cancelQueries({ queryKey: MODERATED });
    action.show(comments);

    await earlier;
    const { count, left, error } = await inBatches(comments, (batch) => action.ask(batch.map(({ id }) => id)));
    if (left.length === 0) {
      const undo = count > 0 && action.undo;
      setOutcome({
        text: sentence(comments.length, count, action.done),
        comments,
        undo: undo ? () => undo(comments) : undefined,
      });
      if (count < comments.length) comments.forEach(({ id }) => unsure.current.add(id));
    } else {
      fail(
        action,
        left.filter(({ id }) => !isOvertaken(id)),
        error,
      );
      // Without an answer it may have been done all the same. And what has been overtaken was not what the next one built on.
      const isKnown = isRefusal(error) && !(error instanceof ApiError && error.status === 404);
      if (!isKnown || left.some(({ id }) => isOvertaken(id))) left.forEach(({ id }) => unsure.current.add(id));
    }
    underWay.current -= 1;
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    void catchUp();
  };

  const catchUp = async () => {
    if (underWay.current > 0) return;
    const ids = unsure.current;
    unsure.current = new Set();
    if (ids.size > 0 && !isBehind.current) {
      await refetch(queryClient, ids, { queryKey: MODERATED }).catch(() => (isBehind.current = true));
    }
    if (!isBehind.current || underWay.current > 0) return;
    isBehind.current = false;
    void queryClient.invalidateQueries({ queryKey: MODERATED });
  };

  /** Shows again as they were those that nothing else has been decided on since, and tells of them. */
  const fail = (action: Action, comments: ModeratedCommentView[], error: unknown) => {
    if (comments.length === 0) return;
    placeComments(queryClient, comments);
    const reason = failureMessage(error, '');
    if (!isHere.current) {
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
      ask: async (ids) => {
        if (ids.length > 1) return (await decideComments(api, ids, isApproved)).count;
        await decideComment(api, ids[0]!, isApproved);
        return 1;
      },
      undo: (comments) => void act(deciding(!isApproved), decided(comments)),
    };
  };

  const removing: Action = {
    done: 'deleted',
    failure: 'Failed to delete comment',
    show: (comments) => removeComments(queryClient, comments),
    ask: async (ids) => {
      if (ids.length > 1) return (await deleteComments(api, ids)).count;
      await deleteComment(api, ids[0]!);
      return 1;
    },
  };

  return {
    decide: (comments: ModeratedCommentView[], isApproved: boolean) => void act(deciding(isApproved), comments),
    remove: (comments: ModeratedCommentView[]) => void act(removing, comments),
    outcome,
    failures,
    tryAgain: ({ action, comments }: Failure) => void act(action, comments),
    dismissOutcome: () => setOutcome(null),
    dismissFailure: ({ comments }: Failure) => setFailures((before) => without(before, comments)),
  };
}

/** What is left to tell of, once these comments are something else's affair. */
const without = (failures: Failure[], gone: ModeratedCommentView[]): Failure[] =>
  failures
    .map((failure) => ({
      ...failure,
      comments: failure.comments.filter((comment) => !gone.some(({ id }) => id === comment.id)),
    }))
    .filter(({ comments }) => comments.length > 0);

/** @example "Comment approved", "3 comments approved", "2 comments approved, 1 no longer exists" */
function sentence(asked: number, count: number, done: string): string {
  if (asked === 1) return `Comment ${done}`;
  const gone = asked - count;
  const told = `${formatCount(count, 'comment', 'comments')} ${done}`;
  return gone === 0 ? told : `${told}, ${formatCount(gone, 'no longer exists', 'no longer exist')}`;
}
