import type { ModeratedCommentView } from '@portfolio/contracts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';

interface CommentActions {
  /** Targets of the keys; without any, the focused comment. */
  selected: ModeratedCommentView[];
  /** Id of the focused comment. */
  current: () => number | undefined;
  focus: (id: number) => void;
  decide: (comments: ModeratedCommentView[], isApproved: boolean) => void;
  confirmDelete: (comments: ModeratedCommentView[]) => void;
  select: (id: number, isRange: boolean) => void;
  undo: () => void;
}

/** Shortcuts of the moderation. */
export function useCommentShortcuts(
  comments: ModeratedCommentView[],
  { selected, current, focus, decide, confirmDelete, select, undo }: CommentActions,
): void {
  const move = (step: 1 | -1) => {
    const index = comments.findIndex(({ id }) => id === current());
    const next = index < 0 ? comments[0] : comments[index + step];
    if (next) focus(next.id);
  };
  const withCurrent = (run: (comment: ModeratedCommentView) => void) => {
    const comment = comments.find(({ id }) => id === current());
    if (comment) run(comment);
  };
  const withTargets = (run: (targets: ModeratedCommentView[]) => void) =>
    selected.length > 0 ? run(selected) : withCurrent((comment) => run([comment]));

  useShortcuts('Comments', [
    { keys: 'j', label: 'Next comment', repeats: true, run: () => move(1) },
    { keys: 'k', label: 'Previous comment', repeats: true, run: () => move(-1) },
    // `a` adds an item on other pages: a habit must not publish a comment.
    { keys: 'y', label: 'Approve', run: () => withTargets((targets) => decide(targets, true)) },
    { keys: 'r', label: 'Reject', run: () => withTargets((targets) => decide(targets, false)) },
    { keys: 'Delete', label: 'Delete', run: () => withTargets(confirmDelete) },
    { keys: 'x', label: 'Select', run: () => withCurrent(({ id }) => select(id, false)) },
    { keys: 'Shift+X', label: 'Select up to here', run: () => withCurrent(({ id }) => select(id, true)) },
    { keys: 'u', label: 'Undo', run: undo },
  ]);
}
