import { ApiError } from '@portfolio/api-client';
import {
  queryOptions,
  useQuery as useLiveQuery,
  useQueryClient,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';

type UseQuery = <T, D = T, K extends QueryKey = QueryKey>(
  options: UseQueryOptions<T, Error, D, K>,
) => Pick<
  UseQueryResult<D>,
  'data' | 'dataUpdatedAt' | 'failureCount' | 'isFetched' | 'isLoading' | 'isLoadingError' | 'refetch'
>;

/** Reads the loaded data. The server renders a page once, and an observer takes ten times as long. */
const useLoadedQuery: UseQuery = <T, D, K extends QueryKey>({ queryKey, enabled }: UseQueryOptions<T, Error, D, K>) => {
  const {
    data,
    dataUpdatedAt = 0,
    fetchFailureCount: failureCount = 0,
    status = 'pending',
  } = useQueryClient().getQueryState<D>(queryKey) ?? {};
  return {
    data,
    dataUpdatedAt,
    failureCount,
    isFetched: status !== 'pending',
    isLoading: status === 'pending' && enabled !== false,
    isLoadingError: status === 'error' && data === undefined,
    refetch: () => Promise.reject(new Error('The server loads data before it renders')),
  };
};

const isServer = import.meta.env?.SSR !== false && typeof window === 'undefined';

/** `useQuery` of TanStack Query, with the fields that pages use. */
export const useQuery: UseQuery = isServer ? useLoadedQuery : useLiveQuery;

/**
 * Turns 404 and 410, and 400 for an invalid address such as an id past the largest, into the data `null`, which is cached,
 * rendered and hydrated like any other response.
 */
export function orNotFound<T, K extends QueryKey>({ queryKey, queryFn }: UseQueryOptions<T, Error, T, K>) {
  return queryOptions<T | null, Error, T | null, K>({
    queryKey,
    queryFn: async (context) => {
      try {
        return await (queryFn as QueryFunction<T, K>)(context);
      } catch (error) {
        if (error instanceof ApiError && [400, 404, 410].includes(error.status)) return null;
        throw error;
      }
    },
  });
}
