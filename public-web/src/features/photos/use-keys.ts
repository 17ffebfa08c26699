import { useEffect, useEffectEvent, useRef } from 'react';
import type { Side } from './viewer/swipe.ts';

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Keyboard shortcuts, except in fields. A handler that returns false leaves the key to the browser. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    // Caps Lock changes nothing. Autofill dispatches events without a key.
    const key = event.key?.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Shift and an arrow select text.
    if (event.shiftKey && key.startsWith('Arrow')) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    if (Object.hasOwn(keys, key) && keys[key]?.() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * Keyboard shortcuts ← and → for the previous and next photo. A key that is pressed while the photo's position loads takes
 * effect once that is loaded.
 *
 * @param turn shows the neighbour; returns false where there is none
 */
export function useNeighbourKeys(id: number | undefined, isLoading: boolean, turn: (side: Side) => boolean) {
  const pressed = useRef<{ id: number | undefined; side: Side }>(undefined);
  const press = (side: Side) => {
    if (isLoading) pressed.current = { id, side };
    return isLoading || turn(side);
  };
  useKeys({ ArrowLeft: () => press('previous'), ArrowRight: () => press('next') });

  const onLoaded = useEffectEvent(() => {
    const { current } = pressed;
    pressed.current = undefined;
    // Another photo may have been opened meanwhile.
    if (current && current.id === id) turn(current.side);
  });
  useEffect(() => {
    if (!isLoading) onLoaded();
  }, [isLoading]);
}
