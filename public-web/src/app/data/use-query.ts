import {
  useQuery as useLiveQuery,
  useQueryClient,
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
