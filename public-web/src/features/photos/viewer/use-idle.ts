import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Milliseconds without movement after which the controls fade. */
export const IDLE_MS = 2_000;

/**
 * Whether mouse, its wheel, keyboard and controls are idle. A touch of the picture does not end idleness: a swipe leaves
 * hidden controls hidden.
 *
 * @returns the state, and a function that sets it
 */
export function useIdle(element: RefObject<HTMLElement | null>): [boolean, (isIdle: boolean) => void] {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = useCallback((idle: boolean) => {
    clearTimeout(timer.current);
    setIdle(idle);
    if (!idle) timer.current = setTimeout(() => setIdle(true), IDLE_MS);
  }, []);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const wake = () => set(false);
    const onMove = ({ pointerType, movementX, movementY }: PointerEvent) => {
      // Browsers send `pointermove` for a resting mouse when the elements below it change.
      if (pointerType !== 'touch' && (movementX !== 0 || movementY !== 0)) wake();
    };
    element.current?.addEventListener('pointermove', onMove, { signal });
    const onPress = ({ target }: PointerEvent) =>
      (target as Element).closest('button, input, [data-scrolls]') && wake();
    element.current?.addEventListener('pointerdown', onPress, { signal });
    // It zooms: the percentage is among the controls.
    element.current?.addEventListener('wheel', wake, { signal, passive: true });
    document.addEventListener('keydown', wake, { signal });
    wake();
    return () => {
      listeners.abort();
      clearTimeout(timer.current);
    };
  }, [element, set]);
  return [isIdle, set];
}
