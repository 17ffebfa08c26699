import { useState } from 'react';
import { useSiteEvents } from './site-events-provider.tsx';
import type { StreamEvent } from './site-events.ts';

export interface UnseenItemsOptions {
  /** Ids of the list; undefined while it loads. Newer items have higher ids. */
  ids: number[] | undefined;
  /** A search may not match a new item: the newest matches are fetched instead. A change of the text resets the count. */
  search?: string;
  /** Id of the new item, for events about one. */
  idOf: (event: StreamEvent) => number | undefined;
  /** Fetches the newest ids, without changing the list. */
  readNewest: () => Promise<number[]>;
  /** Refetches the list. Also called when a new item arrives in an empty list. */
  refetch: () => Promise<{ isSuccess: boolean }>;
}

/**
 * Counts new items that a list lacks, including those missed while disconnected. New items do not move the list under its
 * reader; an empty list is refetched.
 */
export function useUnseenItems({ ids, search = '', idOf, readNewest, refetch }: UnseenItemsOptions) {
  const [newItems, setNewItems] = useState({ search, ids: [] as number[] });
  if (newItems.search !== search) setNewItems({ search, ids: [] });
  /** Ignores responses to an earlier search. */
  const updateIds = (update: (before: number[]) => number[]) =>
    setNewItems((before) => (before.search === search ? { search, ids: update(before.ids) } : before));
  /** Highest id that the list has shown. */
  const [highestShownId, setHighestShownId] = useState(0);
  const newest = Math.max(0, ...(ids ?? []));
  if (newest > highestShownId) setHighestShownId(newest);

  const add = (received: number[]) => {
    const unseen = received.filter((id) => id > highestShownId);
    if (unseen.length === 0) return;
    if (ids?.length === 0) void refetch();
    else updateIds((before) => [...new Set([...before, ...unseen])]);
  };

  useSiteEvents((event) => {
    const id = idOf(event);
    if (id !== undefined && !search) add([id]);
    else if (ids && (id !== undefined || event.type === 'open')) void readNewest().then(add, () => undefined);
  });

  return {
    count: newItems.ids.filter((id) => id > highestShownId).length,
    /** Refetches the list, also to retry a failed load. On success, the items counted so far are no longer new. */
    refresh: async () => {
      const { isSuccess } = await refetch();
      if (isSuccess) updateIds((before) => before.filter((id) => !newItems.ids.includes(id)));
    },
  };
}
