import { readSessionJson, writeStorage } from '../data/storage.ts';

/** Scroll position of a page, and the link followed from it. */
interface ScrollPosition {
  left: number;
  top: number;
  link?: LinkPosition | undefined;
}

/** A link, and its index among the links to the same address. */
export interface LinkPosition {
  to: string;
  nth: number;
}

const STORAGE_KEY = 'scroll-positions';
const MAX_ENTRIES = 50;

/** Positions by keys of history entries, for the lifetime of the tab. */
const positions = new Map(readSessionJson<[string, ScrollPosition][]>(STORAGE_KEY, []));

export const scrollPositionAt = (key: string): ScrollPosition | undefined => positions.get(key);

/** Saves the scroll position of a history entry. Without a link, the saved one stays. */
export function saveScrollPosition(
  key: string,
  [left, top] = [window.scrollX, window.scrollY],
  link = positions.get(key)?.link,
): void {
  positions.delete(key);
  positions.set(key, { left, top, link });
  // Without storage the positions last until the next full load.
  writeStorage('sessionStorage', STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
}

export const linksTo = (address: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((link) => link.getAttribute('href') === address);

export function linkPositionOf(link: Element): LinkPosition {
  const to = link.getAttribute('href') ?? '';
  return { to, nth: linksTo(to).indexOf(link as HTMLAnchorElement) };
}

const isPhoto = (address: string) => address.startsWith('/photo/');

/** Milliseconds for which a page may grow to the saved position. */
const RESTORE_TIME = 1_000;

/** Events of the visitor, which end the restoration. */
const VISITOR_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Scrolls to a saved position as soon as the page is long enough. Stops when the visitor moves.
 *
 * @param from address of the page that was left. Without it no link gets the focus. If the visitor turned
 *   from the followed photo to another, the link of that one gets it and comes into view; else the followed link.
 * @returns stops it
 */
export function restoreScrollPosition({ left, top, link }: ScrollPosition, from?: string): () => void {
  const end = performance.now() + RESTORE_TIME;
  const moves = new AbortController();
  let frame = 0;
  let wanted = from ? link : undefined;

  const stop = () => {
    cancelAnimationFrame(frame);
    moves.abort();
  };
  const attempt = () => {
    window.scrollTo({ left, top, behavior: 'instant' });
    // The visitor may have turned to another photo.
    const isTurned = from && wanted && [from, wanted.to].every(isPhoto) && wanted.to.split('#')[0] !== from;
    const turned = isTurned ? linksTo(from)[0] : undefined;
    const found = turned ?? (wanted && linksTo(wanted.to)[wanted.nth]);
    if (found) {
      found.focus({ preventScroll: !turned });
      wanted = undefined;
      if (turned) return stop();
    }
    const isThere = Math.abs(window.scrollY - top) < 1 && Math.abs(window.scrollX - left) < 1;
    if ((isThere && !wanted) || performance.now() > end) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const move of VISITOR_EVENTS) window.addEventListener(move, stop, { passive: true, signal: moves.signal });
  attempt();
  return stop;
}
