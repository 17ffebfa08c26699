import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { GridLayout } from './use-grid-layout.ts';

/** How far each visit of the page was scrolled, by its place in the browser's history. */
const offsets = new Map<string, number>();

/**
 * Scrolls to where the page was left when somebody comes back to it, and to the same photos when the window gets another width.
 *
 * @param count photos that have a place
 */
export function useScrollMemory(layout: GridLayout | undefined, count: number): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const before = useRef<GridLayout>(undefined);
  const isBack = useRef(type === NavigationType.Pop);
  const isReady = layout !== undefined && count > 0;

  useLayoutEffect(() => {
    if (!isReady || !isBack.current) return;
    isBack.current = false;
    const offset = offsets.get(key);
    if (offset !== undefined) window.scrollTo(0, offset);
  }, [isReady, key]);

  useEffect(() => {
    const remember = () => offsets.set(key, window.scrollY);
    // An address that is replaced, as by a dialog, is another entry at the same place.
    if (!isBack.current) remember();
    // Before the grid hears of it and changes the page, after which the offset would cost a layout to know.
    window.addEventListener('scroll', remember, { passive: true, capture: true });
    return () => window.removeEventListener('scroll', remember, { capture: true });
  }, [key]);

  useLayoutEffect(() => {
    const [old, now] = [before.current, layout];
    before.current = layout;
    if (!old || !now || (old.columns === now.columns && old.row === now.row)) return;
    const rows = (window.scrollY - old.top) / old.row;
    if (rows <= 0) return;
    const [photo, rest] = [Math.floor(rows) * old.columns, rows % 1];
    window.scrollTo(0, now.top + (Math.floor(photo / now.columns) + rest) * now.row);
  }, [layout]);
}
