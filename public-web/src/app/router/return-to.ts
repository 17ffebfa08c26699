import { findLink, type ScrollPosition } from './scroll-positions.ts';

/** Milliseconds for which a page may grow until the place is reached that somebody returns to. */
const PATIENCE = 1_000;

/** What somebody does who wants to be left alone where she is. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Brings a visitor back to where she was on a page, as soon as the page reaches that far, and the focus to the link that she
 * followed. Ends when she moves by herself.
 *
 * @param withFocus false where the focus is right already
 * @returns ends it
 */
export function returnTo({ left, top, link }: ScrollPosition, withFocus: boolean): () => void {
  const end = performance.now() + PATIENCE;
  const moves = new AbortController();
  let frame = 0;
  let wanted = withFocus ? link : undefined;

  const stop = () => {
    cancelAnimationFrame(frame);
    moves.abort();
  };
  const attempt = () => {
    window.scrollTo({ left, top, behavior: 'instant' });
    const found = wanted && findLink(wanted);
    if (found) {
      found.focus({ preventScroll: true });
      wanted = undefined;
    }
    const isThere = Math.abs(window.scrollY - top) < 1 && Math.abs(window.scrollX - left) < 1;
    if ((isThere && !wanted) || performance.now() > end) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true, signal: moves.signal });
  attempt();
  return stop;
}
