import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus between cards, also when cards leave the list.
 *
 * @param list data of the list; its change moves the focus requested with `focusThen`
 */
export function useCardFocus(list: unknown) {
  const region = useRef<HTMLElement>(null);
  /** Id of the card to focus after the change, null for the list. */
  const next = useRef<number | null>(undefined);

  const focus = (id: number | null) => {
    const card = id === null ? null : region.current?.querySelector<HTMLElement>(`[data-comment="${id}"]`);
    if (card) card.focus();
    else region.current?.focus({ preventScroll: true });
  };

  useLayoutEffect(() => {
    if (next.current === undefined) return;
    focus(next.current);
    next.current = undefined;
  }, [list]);

  return {
    region,
    focus,
    /** Focuses a card after the next change of the list. */
    focusThen: (id: number | null) => {
      next.current = id;
    },
    /** Id of the comment whose card contains the focus. */
    current: (): number | undefined => {
      const card = document.activeElement?.closest<HTMLElement>('[data-comment]');
      return card && region.current?.contains(card) ? Number(card.dataset.comment) : undefined;
    },
  };
}
