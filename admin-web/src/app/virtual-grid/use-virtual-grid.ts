import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { gridLayout, indexAt, positionOf, type GridLayout, type TileShape } from './grid-layout.ts';

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 4;

export interface VirtualGrid {
  columns: number;
  /** Size of a tile in pixels. */
  tile: { width: number; height: number };
  /** Height of all rows in pixels. */
  height: number;
  /** Indices of the tiles to render. */
  rendered: number[];
  /** Index after the last visible tile, which may be beyond the end. */
  visibleEnd: number;
  positionOf: (index: number) => { x: number; y: number };
  /** Scrolls until the tile is visible. */
  scrollTo: (index: number) => void;
}

/** The same for tiles in a box that scrolls. */
export interface BoxGrid extends VirtualGrid {
  /** Index of the tile nearest to a point of the window. */
  indexAt: (clientX: number, clientY: number) => number;
}

/** Virtual grid in an element that scrolls. */
export function useBoxGrid(box: RefObject<HTMLElement | null>, count: number, shape: TileShape): BoxGrid {
  const layout = gridLayout(shape, useWidth(box));
  const { inset } = layout;
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes what is built on it
  const rows = useVirtualizer({
    ...rowOptions(layout, count),
    getScrollElement: () => box.current,
    paddingStart: inset,
    paddingEnd: inset,
    scrollPaddingStart: inset,
    scrollPaddingEnd: inset,
  });
  return {
    ...useGrid(rows, layout, count),
    indexAt: (clientX, clientY) => {
      const frame = box.current!.getBoundingClientRect();
      return indexAt(layout, count, clientX - frame.left, clientY - frame.top + box.current!.scrollTop);
    },
  };
}

/**
 * Virtual grid in the page itself.
 *
 * @param top pixels from the top of the page to the grid
 * @param pinned index of a tile that stays rendered with its row; -1 for none
 */
export function useWindowGrid(layout: GridLayout, count: number, top: number, pinned: number): VirtualGrid {
  const pinnedRow = Math.floor(pinned / layout.columns);
  const rows = useWindowVirtualizer({
    ...rowOptions(layout, count),
    scrollMargin: top,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return pinnedRow < 0 || visible.includes(pinnedRow)
        ? visible
        : [...visible, pinnedRow].sort((one, other) => one - other);
    },
  });
  return useGrid(rows, layout, count);
}

const rowOptions = ({ columns, height, rowGap }: GridLayout, count: number) => ({
  count: Math.ceil(count / columns),
  estimateSize: () => height,
  gap: rowGap,
  overscan: OVERSCAN,
});

function useGrid<S extends Element | Window>(
  rows: Virtualizer<S, Element>,
  layout: GridLayout,
  count: number,
): VirtualGrid {
  const { columns, width, height, rowGap } = layout;
  useLayoutEffect(() => rows.measure(), [rows, height, rowGap]);
  return {
    columns,
    tile: { width, height },
    height: rows.getTotalSize(),
    rendered: rows.getVirtualItems().flatMap(({ index }) => {
      const first = index * columns;
      return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
    }),
    visibleEnd: ((rows.range?.endIndex ?? 0) + 1) * columns,
    positionOf: (index) => positionOf(layout, index),
    scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns)),
  };
}

/** Inner width of an element, 0 until measured. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
