import type { DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import { useEffect, useState } from 'react';
import type { useBoxGrid } from './virtual-grid/use-virtual-grid.ts';

/** The lists have their own announcements. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** An item being moved; indices from 0. */
interface Lift {
  id: number;
  from: number;
  to: number;
  by: 'pointer' | 'keys';
}

/** Moves one id; indices from 0. */
const moved = (ids: number[], from: number, to: number): number[] =>
  ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1));

/** @example "number 2 of 12" */
const numberAmong = (ids: number[], index: number): string => `number ${index + 1} of ${ids.length}`;

/**
 * Sorting by drag and drop or keys: an item is lifted, moved, and dropped or put back.
 *
 * @param placeOf announced position of an item
 */
export function useSorting(
  ids: number[],
  grid: Pick<ReturnType<typeof useBoxGrid>, 'indexAt'>,
  titleOf: (id: number) => string,
  onChange: (ids: number[]) => void,
  placeOf = numberAmong,
) {
  const [lift, setLift] = useState<Lift | null>(null);
  const [announcement, announce] = useState('');
  // The list may have changed since it was lifted.
  const from = lift ? ids.indexOf(lift.id) : -1;
  const start = (index: number, by: Lift['by']) => {
    const id = ids[index]!;
    setLift({ id, from: index, to: index, by });
    announce(`${titleOf(id)} picked up, ${placeOf(ids, index)}.`);
  };
  const move = (index: number, to: number) => {
    announce(`${titleOf(ids[index]!)} is now ${placeOf(moved(ids, index, to), to)}.`);
    if (index !== to) onChange(moved(ids, index, to));
  };
  const moveTo = (to: number) => {
    if (!lift || lift.to === to || from < 0) return;
    setLift({ ...lift, to });
    announce(`${titleOf(lift.id)} is over ${placeOf(moved(ids, from, to), to)}.`);
  };
  const drop = () => {
    if (!lift) return;
    setLift(null);
    if (from >= 0) move(from, Math.min(lift.to, ids.length - 1));
  };
  const cancel = () => {
    if (!lift) return;
    setLift(null);
    if (from >= 0) announce(`${titleOf(lift.id)} went back, ${placeOf(ids, from)}.`);
  };
  const isDragging = lift?.by === 'pointer';
  useEscapeGuard(lift !== null);

  return {
    lift,
    /** Ids as after dropping the lifted item. */
    order: lift && from >= 0 ? moved(ids, from, lift.to) : ids,
    /** For screen readers. */
    announcement,
    /** Does nothing while another item is lifted. */
    liftByKeys: (index: number) => lift || start(index, 'keys'),
    moveTo,
    drop,
    cancel,
    /** Moves an item without lifting it. */
    move,
    /** Props of the DndContext. */
    dragging: {
      accessibility: SILENT,
      onDragStart: ({ active }: DragStartEvent) => start(ids.indexOf(Number(active.id)), 'pointer'),
      onDragMove: ({ active }: DragMoveEvent) => {
        const rect = active.rect.current.translated;
        if (rect && isDragging) moveTo(grid.indexAt(rect.left + rect.width / 2, rect.top + rect.height / 2));
      },
      onDragEnd: () => isDragging && drop(),
      onDragCancel: () => isDragging && cancel(),
    },
  };
}

/** Escape puts a lifted item back instead of closing the dialog. */
function useEscapeGuard(isLifted: boolean): void {
  useEffect(() => {
    if (!isLifted) return;
    const preventClose = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    window.addEventListener('keydown', preventClose, { capture: true });
    return () => window.removeEventListener('keydown', preventClose, { capture: true });
  }, [isLifted]);
}
