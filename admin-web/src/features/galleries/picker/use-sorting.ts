import type { DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import { useEffect, useState } from 'react';
import type { Tiles } from '../../../app/virtual-grid/use-virtual-grid.ts';
import { moved } from './selection.ts';

/** A photo on its way to another place; places are counted from 0. */
export interface Lift {
  id: number;
  from: number;
  to: number;
  /** `pointer` is a mouse or a finger that holds it. */
  by: 'pointer' | 'keys';
}

export interface Sorting {
  lift: Lift | null;
  /** The ids as they would be if what is lifted were dropped. */
  order: number[];
  /** What has just happened, for a screen reader. */
  news: string;
  /** Does nothing while another one is held. */
  liftByKeys: (index: number) => void;
  carryTo: (index: number) => void;
  drop: () => void;
  cancel: () => void;
  /** Moves a photo at once. */
  move: (from: number, to: number) => void;
  /** For the drag and drop around the photos. */
  dragging: {
    onDragStart: (event: DragStartEvent) => void;
    onDragMove: (event: DragMoveEvent) => void;
    onDragEnd: () => void;
    onDragCancel: () => void;
  };
}

/**
 * Puts photos in order: one is lifted, carried over the others, and dropped or taken back.
 *
 * @param titleOf what to call a photo when telling where it is
 */
export function useSorting(
  ids: number[],
  tiles: Tiles,
  titleOf: (id: number) => string,
  onChange: (ids: number[]) => void,
): Sorting {
  const [lift, setLift] = useState<Lift | null>(null);
  const [news, setNews] = useState('');
  const count = ids.length;
  const start = (index: number, by: Lift['by']) => {
    const id = ids[index]!;
    setLift({ id, from: index, to: index, by });
    setNews(`${titleOf(id)} picked up, number ${index + 1} of ${count}.`);
  };
  const move = (from: number, to: number) => {
    setNews(`${titleOf(ids[from]!)} is now number ${to + 1} of ${count}.`);
    if (from !== to) onChange(moved(ids, from, to));
  };
  const carryTo = (to: number) => {
    if (!lift || lift.to === to) return;
    setLift({ ...lift, to });
    setNews(`${titleOf(lift.id)} is over number ${to + 1} of ${count}.`);
  };
  const drop = () => {
    if (!lift) return;
    setLift(null);
    move(lift.from, lift.to);
  };
  const cancel = () => {
    if (!lift) return;
    setLift(null);
    setNews(`${titleOf(lift.id)} went back to number ${lift.from + 1}.`);
  };
  const isHeld = lift?.by === 'pointer';
  useEscapeOf(lift !== null);

  return {
    lift,
    order: lift ? moved(ids, lift.from, lift.to) : ids,
    news,
    liftByKeys: (index) => lift || start(index, 'keys'),
    carryTo,
    drop,
    cancel,
    move,
    dragging: {
      onDragStart: ({ active }) => start(ids.indexOf(Number(active.id)), 'pointer'),
      onDragMove: ({ active }) => {
        const held = active.rect.current.translated;
        if (held && isHeld) carryTo(tiles.indexAt(held.left + held.width / 2, held.top + held.height / 2));
      },
      onDragEnd: () => isHeld && drop(),
      onDragCancel: () => isHeld && cancel(),
    },
  };
}

/** While a photo is lifted, Escape lets go of it, and is not meant for the dialog around. */
function useEscapeOf(isLifted: boolean): void {
  useEffect(() => {
    if (!isLifted) return;
    const keep = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [isLifted]);
}
