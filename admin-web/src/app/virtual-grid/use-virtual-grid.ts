import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { gridLayout, indexAt, positionOf, type GridLayout, type TileShape } from './grid-layout.ts';

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 4;

export type VirtualGrid = ReturnType<typeof useGrid>;

/** Virtual grid in an element that scrolls. */
export function useBoxGrid(box: RefObject<HTMLElement | null>, count: number, shape: TileShape) {
  const layout = gridLayout(shape, useWidth(box));
  const { inset } = layout;
  // oxlint-disable-next-line react/incompatible-library -- the build has no React Compiler
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
    /** Index of the tile nearest to a point of the window. */
    indexAt: (clientX: number, clientY: number) => {
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
export function useWindowGrid(layout: GridLayout, count: number, top: number, pinned: number) {
  const pinnedRow = Math.floor(pinned / layout.columns);
  // oxlint-disable-next-line react/incompatible-library -- the build has no React Compiler
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

function useGrid<S extends Element | Window>(rows: Virtualizer<S, Element>, layout: GridLayout, count: number) {
  const { columns, width, height, rowGap } = layout;
  useLayoutEffect(() => rows.measure(), [rows, height, rowGap]);
  return {
    columns,
    tile: { width, height },
    /** Height of all rows in pixels. */
    height: rows.getTotalSize(),
    /** Indices of the tiles to render. */
    rendered: rows.getVirtualItems().flatMap(({ index }) => {
      const first = index * columns;
      return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
    }),
    /** Index after the last visible tile, which may be beyond the end. */
    visibleEnd: ((rows.range?.endIndex ?? 0) + 1) * columns,
    positionOf: (index: number) => positionOf(layout, index),
    /** Scrolls until the tile is visible. */
    scrollTo: (index: number) => rows.scrollToIndex(Math.floor(index / columns)),
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
