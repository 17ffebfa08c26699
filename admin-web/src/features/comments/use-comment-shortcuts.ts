import type { ModeratedCommentView } from '@portfolio/contracts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';

interface Deeds {
  /** What the keys act on in place of the focused comment, where there is any. */
  selected: ModeratedCommentView[];
  /** Id of the comment whose card has the focus. */
  current: () => number | undefined;
  focus: (id: number) => void;
  decide: (comments: ModeratedCommentView[], isApproved: boolean) => void;
  ask: (comments: ModeratedCommentView[]) => void;
  select: (id: number, isRange: boolean) => void;
  undo: () => void;
}

/** Moderation without the mouse: from card to card, and what to do with the selected ones, or else the focused one. */
export function useCommentShortcuts(
  comments: ModeratedCommentView[],
  { selected, current, focus, decide, ask, select, undo }: Deeds,
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
  const withChosen = (run: (chosen: ModeratedCommentView[]) => void) =>
    selected.length > 0 ? run(selected) : withCurrent((comment) => run([comment]));

  useShortcuts('Comments', [
    { keys: 'j', label: 'Next comment', repeats: true, run: () => move(1) },
    { keys: 'k', label: 'Previous comment', repeats: true, run: () => move(-1) },
    // Not `a`, which adds something on every other page: a habit is not to publish.
    { keys: 'y', label: 'Approve', run: () => withChosen((chosen) => decide(chosen, true)) },
    { keys: 'r', label: 'Reject', run: () => withChosen((chosen) => decide(chosen, false)) },
    { keys: 'Delete', label: 'Delete', run: () => withChosen(ask) },
    { keys: 'x', label: 'Select', run: () => withCurrent(({ id }) => select(id, false)) },
    { keys: 'Shift+X', label: 'Select up to here', run: () => withCurrent(({ id }) => select(id, true)) },
    { keys: 'u', label: 'Undo', run: undo },
  ]);
}
