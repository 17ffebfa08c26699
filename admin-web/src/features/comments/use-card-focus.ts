import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus where somebody works, although cards leave the list.
 *
 * @param list what the list is made from: whoever waits for the focus gets it when this changes
 */
export function useCardFocus(list: unknown) {
  const region = useRef<HTMLElement>(null);
  /** Id of the card that gets the focus next, null for the list as a whole; undefined for neither. */
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
    /** To be called before the list changes. */
    focusThen: (id: number | null) => {
      next.current = id;
    },
    /** Id of the comment whose card has the focus, or something in it. */
    current: (): number | undefined => {
      const card = document.activeElement?.closest<HTMLElement>('[data-comment]');
      return card && region.current?.contains(card) ? Number(card.dataset.comment) : undefined;
    },
  };
}
