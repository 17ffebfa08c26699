import { useEffect, useRef, useState, type RefObject } from 'react';
import { stepOf } from './grid-layout.ts';
import type { Tiles } from './use-virtual-grid.ts';

export interface RovingTile {
  /** The tile that Tab stops at, -1 where there is none. It has to be rendered, in sight or not. */
  stop: number;
  /** Moves the focus to a tile. The focusable part of a tile carries `data-tile` with its index. */
  focus: (index: number) => void;
  /** Tells which tile got the focus by other ways. */
  settle: (index: number) => void;
  /** Where a key leads from the current tile; undefined for a key that leads nowhere. */
  stepOf: (key: string) => number | undefined;
}

/** One stop for Tab among many tiles: from there the arrow keys, Home and End go on. */
export function useRovingTile(
  box: RefObject<HTMLElement | null>,
  count: number,
  { columns, reveal }: Tiles,
): RovingTile {
  const [{ index, moves }, setPlace] = useState({ index: 0, moves: 0 });
  const stop = Math.min(index, count - 1);

  // Only a move takes the focus along, not a tile that comes or goes.
  const followed = useRef(0);
  useEffect(() => {
    if (followed.current === moves) return;
    followed.current = moves;
    box.current?.querySelector<HTMLElement>(`[data-tile="${stop}"]`)?.focus({ preventScroll: true });
  }, [moves, stop, box]);

  return {
    stop,
    focus: (to) => {
      setPlace({ index: to, moves: moves + 1 });
      reveal(to);
    },
    settle: (to) => setPlace((before) => (before.index === to ? before : { ...before, index: to })),
    stepOf: (key) => (count === 0 ? undefined : stepOf(key, stop, columns, count)),
  };
}

/** The tile that an event happened on, by its `data-tile`. */
export function tileOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;
  return tile ? Number(tile.dataset['tile']) : undefined;
}
