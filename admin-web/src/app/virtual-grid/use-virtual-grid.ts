import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { indexAt, placeOf, tileGrid, type TileShape } from './grid-layout.ts';

/** Rows beyond the visible ones that are there already, so that scrolling meets no blank. */
const ROWS_AHEAD = 4;

export interface Tiles {
  columns: number;
  /** Size of a tile, in pixels. */
  tile: { width: number; height: number };
  /** Height of all rows together, in pixels. */
  height: number;
  /** The tiles that are in sight, or nearly. */
  shown: number[];
  placeOf: (index: number) => { x: number; y: number };
  /** The tile nearest to a point of the window. */
  indexAt: (clientX: number, clientY: number) => number;
  /** Scrolls as little as is needed to show the tile. */
  reveal: (index: number) => void;
}

/**
 * Any number of tiles in a box that scrolls, of which only those in sight need to be there.
 *
 * @param box the element that scrolls
 */
export function useTiles(box: RefObject<HTMLElement | null>, count: number, shape: TileShape): Tiles {
  const grid = tileGrid(shape, useWidth(box));
  const { columns, width, height, gap, inset } = grid;
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes what is built on it
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => box.current,
    estimateSize: () => height,
    gap,
    paddingStart: inset,
    paddingEnd: inset,
    scrollPaddingStart: inset,
    scrollPaddingEnd: inset,
    overscan: ROWS_AHEAD,
  });

  useLayoutEffect(() => rows.measure(), [rows, height, gap]);

  const shown = rows.getVirtualItems().flatMap(({ index }) => {
    const first = index * columns;
    return Array.from({ length: Math.min(columns, count - first) }, (_, column) => first + column);
  });

  return {
    columns,
    tile: { width, height },
    height: rows.getTotalSize(),
    shown,
    placeOf: (index) => placeOf(grid, index),
    indexAt: (clientX, clientY) => {
      const frame = box.current!.getBoundingClientRect();
      return indexAt(grid, count, clientX - frame.left, clientY - frame.top + box.current!.scrollTop);
    },
    reveal: (index) => rows.scrollToIndex(Math.floor(index / columns)),
  };
}

/** The width inside an element, 0 until it has one. */
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
