import { useEffect, useEffectEvent } from 'react';

/** Where an arrow belongs to something else: to a text or a list. */
const ELSEWHERE = 'input, textarea, select, [contenteditable]';

/**
 * Goes to what is beside this page with the keys ← and →, unless a dialog lies over it.
 *
 * @param onTurn answers whether there is anything on that side
 */
export function useArrowKeys(onTurn: (side: 'previous' | 'next') => boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const side = event.key === 'ArrowLeft' ? 'previous' : event.key === 'ArrowRight' ? 'next' : undefined;
    if (!side || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return;
    if (document.querySelector('dialog[open]')) return;
    if (onTurn(side)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
