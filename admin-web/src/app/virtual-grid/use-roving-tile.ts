import { useEffect, useRef, useState, type RefObject } from 'react';
import { indexAfterKey } from './grid-layout.ts';
import type { VirtualGrid } from './use-virtual-grid.ts';

/** Roving tab index: one tab stop for all tiles, moved by arrow keys, Home and End. */
export function useRovingTile(
  box: RefObject<HTMLElement | null>,
  count: number,
  { columns, scrollTo }: Pick<VirtualGrid, 'columns' | 'scrollTo'>,
) {
  const [{ index, moves }, setState] = useState({ index: 0, moves: 0 });
  const current = Math.min(index, count - 1);

  // Only `focus` moves the focus, not a tile that is added or removed.
  const handledMoves = useRef(0);
  useEffect(() => {
    if (handledMoves.current === moves) return;
    handledMoves.current = moves;
    box.current?.querySelector<HTMLElement>(`[data-tile="${current}"]`)?.focus({ preventScroll: true });
  }, [moves, current, box]);

  return {
    /** Index of the tile in the tab order, which must be rendered; -1 without tiles. */
    current,
    /** Focuses a tile. Its focusable part has its index as `data-tile`. */
    focus: (to: number) => {
      setState({ index: to, moves: moves + 1 });
      scrollTo(to);
    },
    /** Call as a click or Tab focuses a tile. */
    setCurrent: (to: number) => setState((before) => (before.index === to ? before : { ...before, index: to })),
    /** Index that a key moves to from a tile; undefined for other keys. */
    indexAfterKey: (key: string, from = current) =>
      count === 0 ? undefined : indexAfterKey(key, from, columns, count),
  };
}

/** Index of the tile in which an event happened, by its `data-tile`. */
export function tileOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;
  return tile ? Number(tile.dataset['tile']) : undefined;
}
