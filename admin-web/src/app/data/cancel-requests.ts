import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

export interface CancelledRequest {
  query: Query;
  /** Set for a further page only. */
  meta: Query['state']['fetchMeta'];
}

/** Requests of queries that are being fetched, or wait for a retry. */
export const requestsUnderWay = (queryClient: QueryClient, queryKey: QueryKey): CancelledRequest[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' })
    .map((query) => ({ query, meta: query.state.fetchMeta }));

/** Cancels requests under way, whose responses may be older than a change. */
export async function cancelRequests(queryClient: QueryClient, queryKey: QueryKey): Promise<CancelledRequest[]> {
  const underWay = requestsUnderWay(queryClient, queryKey);
  await queryClient.cancelQueries({ queryKey });
  return underWay;
}

/** Sends the first requests of queries without data again: `invalidateQueries` would wait for responses older than a change. */
export async function restartFirstLoads(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = requestsUnderWay(queryClient, queryKey).filter(({ query }) => query.state.data === undefined);
  await Promise.all(first.map(({ query }) => query.cancel({ revert: true })));
  repeatRequests(first);
}

/**
 * Sends cancelled requests of active queries again. Call it once the change is shown: a further page is appended to the data
 * of that time.
 */
export function repeatRequests(cancelled: CancelledRequest[]): void {
  for (const { query, meta } of cancelled) {
    if (!query.isActive() || query.state.fetchStatus !== 'idle') continue;
    // The query shows the error.
    query.fetch(undefined, meta ? { meta } : {}).catch(() => undefined);
  }
}
