import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { PhotoGridLayout } from './use-grid-layout.ts';

/** Scroll offset in pixels, by history entry. */
const offsets = new Map<string, number>();

/**
 * Scroll restoration: after back and forward, and to the same photos when the number of columns changes.
 *
 * @param count of photos in the grid
 */
export function useScrollMemory(layout: PhotoGridLayout | undefined, count: number): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const before = useRef<PhotoGridLayout>(undefined);
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
    // A replaced address, as of a dialog, is a new entry at the same offset.
    if (!isBack.current) remember();
    // In the capture phase: after the grid has rendered, reading the offset would force a layout.
    window.addEventListener('scroll', remember, { passive: true, capture: true });
    return () => window.removeEventListener('scroll', remember, { capture: true });
  }, [key]);

  useLayoutEffect(() => {
    const [old, now] = [before.current, layout];
    before.current = layout;
    if (!old || !now || (old.columns === now.columns && old.height === now.height)) return;
    const rows = (window.scrollY - old.top) / old.height;
    if (rows <= 0) return;
    const [photo, rest] = [Math.floor(rows) * old.columns, rows % 1];
    window.scrollTo(0, now.top + (Math.floor(photo / now.columns) + rest) * now.height);
  }, [layout]);
}
