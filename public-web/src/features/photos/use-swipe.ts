import { useEffect, useEffectEvent, type RefObject } from 'react';

/** CSS pixels of a finger's way that turn the page, and by how much it must go across rather than down. */
const ENOUGH = 56;
const ACROSS = 1.5;

/** Whether the browser has zoomed into the page: a finger then moves what is in view. */
const isMagnified = () => (window.visualViewport?.scale ?? 1) > 1.01;

/**
 * Turns to what is beside with a finger that goes left or right over an element, which follows it a little.
 *
 * @param onStart a finger moves: what is beside may be wanted soon
 */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  onTurn: (side: 'previous' | 'next') => void,
  onStart: () => void,
) {
  const turn = useEffectEvent(onTurn);
  const begin = useEffectEvent(onStart);
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    let start: PointerEvent | undefined;

    const show = (by: number) => (stage.style.translate = by ? `${by / 2}px` : '');
    const end = () => {
      start = undefined;
      show(0);
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return;
      // A second finger means something else, and so does every finger on a page that is zoomed into.
      start = event.isPrimary && !isMagnified() ? event : undefined;
      if (start) begin();
      else end();
    };
    const move = (event: PointerEvent) => {
      if (start?.pointerId === event.pointerId) show(event.clientX - start.clientX);
    };
    const up = (event: PointerEvent) => {
      if (start?.pointerId !== event.pointerId) return;
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
      end();
      if (Math.abs(across) < ENOUGH || Math.abs(across) < ACROSS * Math.abs(down)) return;
      turn(across < 0 ? 'next' : 'previous');
    };
    const onMagnified = () => (stage.style.touchAction = isMagnified() ? 'auto' : '');

    const listeners = new AbortController();
    const { signal } = listeners;
    stage.addEventListener('pointerdown', down, { signal });
    stage.addEventListener('pointermove', move, { signal });
    stage.addEventListener('pointerup', up, { signal });
    stage.addEventListener('pointercancel', end, { signal });
    window.visualViewport?.addEventListener('resize', onMagnified, { signal });
    return () => listeners.abort();
  }, [element]);
}
