import { ApiError } from '@portfolio/api-client';
import { MutationCache, QueryClient, type MutationMeta } from '@tanstack/react-query';
import { refetch } from './refetch.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Ids of existing list items that the mutation changes. */
      changedIds?: (variables: never) => number[];
    };
  }
}

/** Whether the API rejected the request (4xx): nothing was changed, so it is not retried automatically. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Delay before the first refetch after a lost response; it doubles up to the maximum. */
export const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Query client of one back office instance. Queries are retried once. Requests fail fast while offline: otherwise a paused
 * mutation would run later, after its dialog was closed. A mutation whose response was lost may have succeeded, so active
 * queries are refetched until the API responds.
 */
export function createQueryClient(): QueryClient {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Ids of all item types: an id of another type only refetches one more page.
  const unconfirmedIds = new Set<number>();
  const scheduleRefetch = (delay = FIRST_DELAY_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const ids = new Set(unconfirmedIds);
      unconfirmedIds.clear();
      refetch(client, ids).catch(({ errors }: AggregateError) => {
        // One refused query, as of a photo deleted elsewhere, does not end the refetches of the others.
        if (errors.every(isRefusal)) return;
        ids.forEach((id) => unconfirmedIds.add(id));
        scheduleRefetch(Math.min(delay * 2, MAX_DELAY_MS));
      });
    }, delay);
  };
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta }) => {
        if (isRefusal(error)) return;
        for (const id of idsOf(meta, variables)) unconfirmedIds.add(id);
        scheduleRefetch();
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

const idsOf = (meta: MutationMeta | undefined, variables: unknown) =>
  (meta?.changedIds as ((variables: unknown) => number[]) | undefined)?.(variables) ?? [];
