import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/** Cancels requests under way, whose responses may be older than a change. @returns their queries */
export async function cancelRequests(queryClient: QueryClient, filters: QueryFilters): Promise<Query[]> {
  const underWay = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await queryClient.cancelQueries(filters);
  return underWay;
}

/** Sends cancelled requests again, once the change is shown. */
export const repeatRequests = (queryClient: QueryClient, cancelled: Query[]): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: (query) => cancelled.includes(query) });
