import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { allGalleriesQuery, failureMessage, orderGalleries } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useSorting } from '../../app/use-sorting.ts';
import { refreshGalleries } from './refresh-galleries.ts';

/** A press on the handle without a move is no drag. */
const MOVED = { activationConstraint: { distance: 4 } };

/** Galleries with some of them sorted among their own positions, as the API does. */
function sortedAmongThemselves(galleries: GalleryView[], ids: number[]): GalleryView[] {
  const byId = new Map(galleries.map((gallery) => [gallery.id, gallery]));
  const sorted = ids.flatMap((id) => byId.get(id) ?? []);
  const moving = new Set(ids);
  return galleries.map((gallery) => (moving.has(gallery.id) ? sorted.shift()! : gallery));
}

/**
 * Order of the galleries, by drag and drop or keys on the handle of a row, saved optimistically.
 *
 * @param galleries of the table, which may be some of all
 */
export function useGalleryOrder(galleries: GalleryView[]) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = allGalleriesQuery(api);
  const box = useRef<HTMLDivElement>(null);
  const { mutate: save } = useOptimisticMutation({
    mutationKey: ['order galleries'],
    scope: { id: 'order galleries' },
    mutationFn: (ids: number[]) => orderGalleries(api, ids),
    queryKey,
    apply: (ids) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, before && sortedAmongThemselves(before, ids));
      return () => queryClient.setQueryData(queryKey, before);
    },
    failure: (error) => failureMessage(error, 'Failed to save the order'),
    onIdle: () => refreshGalleries(queryClient),
  });

  /** Number of other rows above the middle of the dragged one, by their middles: rows of different heights do not swap back. */
  const indexAt = (_: number, y: number) =>
    [...box.current!.querySelectorAll('tbody > tr:not([data-lifted])')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return (top + bottom) / 2 < y;
    }).length;
  const titleOf = (id: number) => galleries.find((gallery) => gallery.id === id)?.title ?? '';
  const sorting = useSorting(
    galleries.map(({ id }) => id),
    { indexAt },
    titleOf,
    save,
  );
  const { lift } = sorting;
  const last = galleries.length - 1;

  /** Keys of a handle. @param index of its row as shown */
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const isLifted = lift?.by === 'keys';
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (event.repeat) event.preventDefault();
      else if (isLifted) sorting.drop();
      else sorting.liftByKeys(index);
    } else if (isLifted && event.key === 'Escape') sorting.cancel();
    else if (isLifted && to !== undefined) sorting.moveTo(Math.min(last, Math.max(0, to)));
    else return;
    event.preventDefault();
  };

  return {
    ...sorting,
    box,
    sensors: useSensors(useSensor(MouseSensor, MOVED), useSensor(TouchSensor, MOVED)),
    /** As after dropping the lifted gallery. */
    shown: sortedAmongThemselves(galleries, sorting.order),
    onKeyDown,
    onBlur: () => lift?.by === 'keys' && sorting.drop(),
  };
}
