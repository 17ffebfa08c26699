import type { Api } from '@portfolio/api-client';
import type { PageView } from '@portfolio/contracts';
import { skipToken, useQuery, useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from './api-context.ts';
import { useApiWith, useToken } from './session.ts';

/**
 * Milliseconds for which parts are kept that nobody looks at: somebody looks at a photo for a while and comes back. A server
 * has no parts, and the clock for them would hold on to all that it has rendered.
 */
const KEPT = typeof window === 'undefined' ? Infinity : 30 * 60_000;

export interface LoadMore<T> {
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
 * as it was, and go when the first part ends elsewhere than before, for they no longer follow it.
 *
 * @param query makes the query for the part at a cursor
 * @param first the part that the page opened with
 * @param isHidden the list is hidden from visitors: its parts are asked for, and kept apart, as `useShown` does
 */
export function useLoadMore<T extends PageView, K extends QueryKey>(
  query: (api: Api, cursor?: string) => FetchQueryOptions<T, Error, T, K>,
  first: T | null | undefined,
  isHidden = false,
): LoadMore<T> {
  const client = useQueryClient();
  const token = useToken();
  const [visitor, administrator] = [useApi(), useApiWith(token)];
  const partAt = (cursor: string | null | undefined) => {
    const part = query(isHidden ? administrator : visitor, cursor ?? undefined) as unknown as FetchQueryOptions<T>;
    return isHidden ? { ...part, queryKey: [...part.queryKey, 'hidden', token] } : part;
  };

  const queryKey = [...partAt(first?.next_cursor).queryKey, 'more'];
  const { data: parts = [] } = useQuery<T[]>({ queryKey, queryFn: skipToken, gcTime: KEPT });
  const next = (parts.at(-1) ?? first)?.next_cursor ?? null;

  const [state, setState] = useState<LoadMore<T>['state']>('idle');
  const isBusy = useRef(false);
  const load = async (isWelcome = () => true) => {
    if (next === null || isBusy.current) return;
    isBusy.current = true;
    setState('busy');
    try {
      const part = await client.fetchQuery(partAt(next));
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
