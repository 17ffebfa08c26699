import { ApiError } from '@portfolio/api-client';
import { MutationCache, QueryClient, type MutationMeta } from '@tanstack/react-query';
import { refetch } from './refetch.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Ids of existing list items that the mutation changes. */
      ids?: (variables: never) => number[];
    };
  }
}

/** Whether the API refused the request (4xx), so nothing was changed and a retry is useless. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Milliseconds before the first refetch after a lost response, and at most. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Query cache of one mounted back office. Queries are retried once. Requests fail fast while offline: a paused mutation would
 * run unseen after its dialog was left. A mutation whose response was lost may have succeeded, so active queries are refetched
 * until the API responds.
 */
export function createQueryClient(): QueryClient {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unconfirmed = new Set<number>();
  const scheduleRefetch = (delay = FIRST_DELAY_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const ids = new Set(unconfirmed);
      refetch(client, ids).then(
        () => ids.forEach((id) => unconfirmed.delete(id)),
        (error) => !isRefusal(error) && scheduleRefetch(Math.min(delay * 2, MAX_DELAY_MS)),
      );
    }, delay);
  };
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta }) => {
        if (isRefusal(error)) return;
        for (const id of idsOf(meta, variables)) unconfirmed.add(id);
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
  (meta?.ids as ((variables: unknown) => number[]) | undefined)?.(variables) ?? [];
