import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Side } from './viewer/swipe.ts';

/** Minimum length of a swipe in CSS pixels, and its minimum ratio of horizontal to vertical. */
const MIN_LENGTH = 56;
const MIN_RATIO = 1.5;

/** Whether the page is pinch-zoomed: there a finger scrolls. */
const isMagnified = () => (window.visualViewport?.scale ?? 1) > 1.01;

/** Calls `onTurn` on a horizontal swipe over an element, which follows the finger, and `onStart` on a touch. */
export function useSwipe(element: RefObject<HTMLElement | null>, onTurn: (side: Side) => void, onStart: () => void) {
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
      // Not for a second finger, nor on a zoomed page.
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
      if (Math.abs(across) < MIN_LENGTH || Math.abs(across) < MIN_RATIO * Math.abs(down)) return;
      turn(across < 0 ? 'next' : 'previous');
    };
    const onMagnified = () => Object.assign(stage.style, { touchAction: isMagnified() ? 'auto' : '' });
    onMagnified();

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
