import { useState } from 'react';
import { useSiteEvents } from './site-events-provider.tsx';
import type { StreamEvent } from './site-events.ts';

export interface UnseenItemsOptions {
  /** Ids of the list, undefined until it is there. A newer one has a higher id. */
  ids: number[] | undefined;
  /** The id of what came in, where an event tells of that. */
  idOf: (event: StreamEvent) => number | undefined;
  /** Asks for the ids of the newest, without changing the list. */
  readNewest: () => Promise<number[]>;
  /** Reads the list again. */
  refresh: () => void;
}

export interface UnseenItems {
  count: number;
  /** Tells that the list has been read again: those that are counted here are in it by now, or gone. */
  forget: () => void;
}

/**
 * How many have come in that a list does not show yet, those included that came while the line was down. A list that someone
 * reads does not move by itself; an empty one has nothing to move, and is read again.
 */
export function useUnseenItems({ ids, idOf, readNewest, refresh }: UnseenItemsOptions): UnseenItems {
  const [heardOf, setHeardOf] = useState<ReadonlySet<number>>(new Set());
  /** The newest that has been shown. */
  const [shownTo, setShownTo] = useState(0);
  const newest = Math.max(0, ...(ids ?? []));
  if (newest > shownTo) setShownTo(newest);

  const hear = (arrived: number[]) => {
    const unseen = arrived.filter((id) => id > shownTo);
    if (!ids || unseen.length === 0) return;
    if (ids.length === 0) refresh();
    else setHeardOf((before) => new Set([...before, ...unseen]));
  };

  useSiteEvents((event) => {
    const id = idOf(event);
    if (id !== undefined) hear([id]);
    if (event.type === 'open' && ids) void readNewest().then(hear, () => undefined);
  });

  return {
    count: [...heardOf].filter((id) => id > shownTo).length,
    forget: () => setHeardOf((before) => new Set([...before].filter((id) => !heardOf.has(id)))),
  };
}
