import type { Api } from '@portfolio/api-client';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { orNotFound } from './or-not-found.ts';
import { useApiWith, useToken } from './session.ts';

/**
 * What a page shows, as a visitor sees it; null where there is no such thing. A signed-in administrator gets also what is
 * hidden from visitors, and hears so: the page is asked for in her name only once a visitor was told that it is not there.
 *
 * It is an error only where there is nothing to show: what is there stays when it cannot be asked for anew.
 *
 * @param query makes the query for whoever asks
 * @param enabled false where the address names nothing that could be asked for
 */
export function useVisibleQuery<T, K extends QueryKey>(
  query: (api: Api) => UseQueryOptions<T, Error, T, K>,
  enabled = true,
) {
  const token = useToken();
  const shown = useQuery({ ...orNotFound(query(useApi())), enabled });

  const asksAgain = enabled && shown.data === null && token !== null;
  const hidden = orNotFound(query(useApiWith(token)));
  const unhidden = useQuery<T | null>({
    ...(hidden as UseQueryOptions<T | null>),
    queryKey: [...hidden.queryKey, 'hidden', token],
    enabled: asksAgain,
  });
  if (!asksAgain || unhidden.isLoadingError || unhidden.data === null) {
    return { ...shown, isError: shown.isLoadingError, isHidden: false };
  }
  // While it is on its way there is no answer yet, not even that there is none.
  return { ...unhidden, isError: false, isHidden: unhidden.data !== undefined };
}
