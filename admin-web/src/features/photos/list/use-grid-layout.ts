import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { gridLayout, type GridLayout } from '../../../app/virtual-grid/grid-layout.ts';

/** The height of a row includes the gap below it. All lengths in pixels. */
interface PhotoGridLayout extends GridLayout {
  /** Height of the picture at the top of a card. */
  picture: number;
  /** From the top of the page to the grid. */
  top: number;
}

/** In rem: minimum width of a card, its minimum on a phone, and the width of the widest viewport of a phone. */
const MIN_WIDTH = 15;
const MIN_WIDTH_ON_PHONE = 8.5;
const PHONE = 40;
/** Height of a row in CSS pixels where no card can be measured. */
const UNMEASURED_ROW = 400;

/**
 * Measures the frame and one card. Font size and line spacing change the height of all cards equally.
 *
 * @param frame around the grid
 * @param ruler an invisible card
 * @returns undefined until measured
 */
export function useGridLayout(
  frame: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
): PhotoGridLayout | undefined {
  const [layout, setLayout] = useState<PhotoGridLayout>();

  useLayoutEffect(() => {
    const elements = [frame.current, ruler.current];
    const [around, card] = elements;
    if (!around || !card) return;
    const update = () => {
      const next = measure(around, card);
      setLayout((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    update();
    const observer = new ResizeObserver(update);
    // Content above the grid moves it without resizing it.
    for (const element of [...elements, around.parentElement, ...(around.parentElement?.children ?? [])]) {
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [frame, ruler]);

  return layout;
}

function measure(frame: HTMLElement, ruler: HTMLElement): PhotoGridLayout {
  const { columnGap, rowGap } = getComputedStyle(frame);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const minWidth = (innerWidth <= PHONE * rem ? MIN_WIDTH_ON_PHONE : MIN_WIDTH) * rem;
  const layout = gridLayout({ minWidth, gap: parseFloat(columnGap) || 0, rowGap: 0 }, frame.clientWidth);
  // The rendered cards still have the width of the old layout.
  ruler.style.inlineSize = `${layout.width}px`;
  const height = ruler.offsetHeight;
  return {
    ...layout,
    height: height > 0 ? height + (parseFloat(rowGap) || 0) : UNMEASURED_ROW,
    picture: ruler.querySelector<HTMLElement>('[data-picture-area]')?.offsetHeight ?? 0,
    top: Math.round(frame.getBoundingClientRect().top + scrollY),
  };
}

/** Scroll offset in pixels, by history entry. */
const offsets = new Map<string, number>();

/**
 * Scroll restoration: after back and forward, and to the same photos when the number of columns changes.
 *
 * @param count of loaded photos
 */
export function useScrollMemory(layout: PhotoGridLayout | undefined, count: number): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const before = useRef<PhotoGridLayout>(undefined);
  const isRestoring = useRef(type === NavigationType.Pop);
  const isReady = layout !== undefined && count > 0;

  useLayoutEffect(() => {
    if (!isReady || !isRestoring.current) return;
    isRestoring.current = false;
    const offset = offsets.get(key);
    if (offset !== undefined) window.scrollTo(0, offset);
  }, [isReady, key]);

  // A layout effect: its cleanup runs before the next page scrolls to its top.
  useLayoutEffect(() => {
    const remember = () => {
      if (!isRestoring.current) offsets.set(key, window.scrollY);
    };
    // A replaced address, as of a dialog, is a new entry at the same offset.
    remember();
    // In the capture phase: after the grid has rendered, reading the offset would force a layout.
    window.addEventListener('scroll', remember, { passive: true, capture: true });
    return () => window.removeEventListener('scroll', remember, { capture: true });
  }, [key]);

  useLayoutEffect(() => {
    const [old, now] = [before.current, layout];
    before.current = layout;
    if (isRestoring.current || !old || !now || (old.columns === now.columns && old.height === now.height)) return;
    // The browser has already limited `scrollY` to the height of the new layout.
    const rows = ((offsets.get(key) ?? window.scrollY) - old.top) / old.height;
    if (rows <= 0) return;
    const [photo, rest] = [Math.floor(rows) * old.columns, rows % 1];
    window.scrollTo(0, now.top + (Math.floor(photo / now.columns) + rest) * now.height);
    // The layout may change again before the scroll event.
    offsets.set(key, window.scrollY);
  }, [layout, key]);
}
