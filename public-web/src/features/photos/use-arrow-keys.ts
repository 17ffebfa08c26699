import { useEffect, useEffectEvent } from 'react';

/** Elements with arrow keys of their own. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Calls back on ← and →, except in fields and dialogs. @param onTurn returns whether there is a neighbour */
export function useArrowKeys(onTurn: (side: 'previous' | 'next') => boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const side = event.key === 'ArrowLeft' ? 'previous' : event.key === 'ArrowRight' ? 'next' : undefined;
    if (!side || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (document.querySelector('dialog[open]')) return;
    if (onTurn(side)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
