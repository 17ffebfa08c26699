import { useState } from 'react';
import { useSiteEvents } from './site-events-provider.tsx';
import type { StreamEvent } from './site-events.ts';

export interface UnseenItemsOptions {
  /** Ids of the list; undefined while it loads. Newer items have higher ids. */
  ids: number[] | undefined;
  /** A search may not match a new item: the newest matches are fetched instead. */
  isSearch?: boolean;
  /** Id of the new item, for events about one. */
  idOf: (event: StreamEvent) => number | undefined;
  /** Fetches the newest ids, without changing the list. */
  readNewest: () => Promise<number[]>;
  /** Refetches an empty list as a new item arrives. */
  refresh: () => void;
}

/**
 * Counts new items that a list lacks, including those missed while disconnected. New items do not move the list under its
 * reader; an empty list is refetched.
 */
export function useUnseenItems({ ids, isSearch = false, idOf, readNewest, refresh }: UnseenItemsOptions) {
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  /** Highest id that the list has shown. */
  const [highestShownId, setHighestShownId] = useState(0);
  const newest = Math.max(0, ...(ids ?? []));
  if (newest > highestShownId) setHighestShownId(newest);

  const add = (received: number[]) => {
    const unseen = received.filter((id) => id > highestShownId);
    if (unseen.length === 0) return;
    if (ids?.length === 0) refresh();
    else setNewIds((before) => new Set([...before, ...unseen]));
  };

  useSiteEvents((event) => {
    const id = idOf(event);
    if (id !== undefined && !isSearch) add([id]);
    else if (ids && (id !== undefined || event.type === 'open')) void readNewest().then(add, () => undefined);
  });

  return {
    count: [...newIds].filter((id) => id > highestShownId).length,
    /** Drops the items counted so far. Call after refetching. */
    reset: () => setNewIds((before) => new Set([...before].filter((id) => !newIds.has(id)))),
  };
}
