import type { Api } from '@portfolio/api-client';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useApi } from './contexts.ts';
import { useApiWith, useToken } from './session.ts';
import { orNotFound, useQuery } from './use-query.ts';

/**
 * Query as a visitor; `data` is null for 404. After a 404 it is repeated as the signed-in administrator, and `isHidden`
 * says that visitors don't see the data.
 *
 * `isError` is true only without data: a failed refetch leaves the old data.
 */
export function useVisibleQuery<T, K extends QueryKey>(
  query: (api: Api) => UseQueryOptions<T, Error, T, K>,
  enabled = true,
) {
  const token = useToken();
  const visible = useQuery({ ...orNotFound(query(useApi())), enabled });

  const isRepeated = enabled && visible.data === null && token !== null;
  const options = orNotFound(query(useApiWith(token)));
  const hidden = useQuery<T | null>({
    ...(options as UseQueryOptions<T | null>),
    queryKey: [...options.queryKey, 'hidden', token],
    enabled: isRepeated,
  });
  if (!isRepeated || hidden.data === null) {
    return { ...visible, isError: visible.isLoadingError, isHidden: false };
  }
  return { ...hidden, isError: hidden.isLoadingError, isHidden: hidden.data !== undefined };
}
