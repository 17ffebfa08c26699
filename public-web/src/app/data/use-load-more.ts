import type { Api } from '@portfolio/api-client';
import type { PageView } from '@portfolio/contracts';
import { GALLERY_PAGE_SIZE } from '@portfolio/ui/photo-layout/page-size';
import { skipToken, useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from './contexts.ts';
import { useApiWith, useToken } from './session.ts';
import { useQuery } from './use-query.ts';

/** Milliseconds that unmounted parts stay cached. On the server a timer would hold the rendered data in memory. */
const CACHE_TIME = typeof window === 'undefined' ? Infinity : 30 * 60_000;

export interface LoadMore<T> {
  /** The parts after the first. */
  parts: T[];
  /** Cursor of the next part; null at the end. */
  next: string | null;
  state: 'idle' | 'busy' | 'failed';
  /** Fetches the next part, and appends it unless `mayAppend` is false by then. */
  load: (mayAppend?: () => boolean) => Promise<void>;
}

/**
 * Parts of a long list after the first. They stay cached for the way back, until the first part ends at another cursor.
 *
 * @param query of the part at a cursor
 * @param first the part that the page opened with
 * @param isHidden the list is hidden from visitors: fetches as the administrator, under a separate key
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
  const { data: parts = [] } = useQuery<T[]>({ queryKey, queryFn: skipToken, gcTime: CACHE_TIME });
  const next = (parts.at(-1) ?? first)?.next_cursor ?? null;

  const [state, setState] = useState<LoadMore<T>['state']>('idle');
  const isBusy = useRef(false);
  const load = async (mayAppend = () => true) => {
    if (next === null || isBusy.current) return;
    isBusy.current = true;
    setState('busy');
    try {
      const part = await client.fetchQuery(partAt(next));
      if (mayAppend()) client.setQueryData<T[]>(queryKey, (before = []) => [...before, part]);
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      isBusy.current = false;
    }
  };
  return { parts, next, state, load };
}

/** Options of a part of a gallery's photos, from a cursor on. Gallery page and viewer share its cache entry. */
export const photosFrom = (cursor?: string) => ({ limit: GALLERY_PAGE_SIZE, ...(cursor && { cursor }) });

/** Removes duplicates: an item that moved between two responses is in both. */
export const uniqueById = <T extends { id: number }>(items: T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];
