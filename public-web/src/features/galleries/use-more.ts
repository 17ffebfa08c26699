import type { PageView } from '@portfolio/contracts';
import { skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** Milliseconds for which parts are kept that nobody looks at: somebody looks at a photo for a while and comes back. */
const KEPT = 30 * 60_000;

export interface More<T> {
  /** The parts after the first, so far. */
  parts: T[];
  /** Where the next part begins; null at the end. */
  next: string | null;
  state: 'idle' | 'busy' | 'failed';
  /** Fetches the next part, and adds it to the others unless it is no longer welcome by the time it is there. */
  load: (isWelcome?: () => boolean) => Promise<void>;
}

/**
 * The parts of a long list after the first, fetched one by one. They stay for the way back, so that the page is then as long
 * as it was.
 *
 * @param key names the list
 * @param first the part that the page opened with
 * @param fetchPart fetches the part at a cursor
 */
export function useMore<T extends PageView>(
  key: QueryKey,
  first: T | null | undefined,
  fetchPart: (cursor: string) => Promise<T>,
): More<T> {
  const client = useQueryClient();
  const queryKey = [...key, 'more'];
  const { data: parts = [] } = useQuery<T[]>({ queryKey, queryFn: skipToken, gcTime: KEPT });
  const next = (parts.at(-1) ?? first)?.next_cursor ?? null;

  const [state, setState] = useState<More<T>['state']>('idle');
  const isBusy = useRef(false);
  const load = async (isWelcome = () => true) => {
    if (next === null || isBusy.current) return;
    isBusy.current = true;
    setState('busy');
    try {
      const part = await fetchPart(next);
      if (isWelcome()) client.setQueryData<T[]>(queryKey, (before = []) => [...before, part]);
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      isBusy.current = false;
    }
  };
  return { parts, next, state, load };
}

/** Each thing once: what has moved in the list between two answers may be in both. */
export const eachOnce = <T extends { id: number }>(things: T[]): T[] => [
  ...new Map(things.map((thing) => [thing.id, thing])).values(),
];
