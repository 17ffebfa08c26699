import type { Api } from '@portfolio/api-client';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { orNotFound } from './or-not-found.ts';

/**
 * What a page shows, as a visitor sees it; null where there is no such thing.
 *
 * @param query makes the query for whoever asks
 * @param enabled false where the address names nothing that could be asked for
 */
export function useShown<T, K extends QueryKey>(query: (api: Api) => UseQueryOptions<T, Error, T, K>, enabled = true) {
  const api = useApi();
  const shown = useQuery({ ...orNotFound(query(api)), enabled });
  return { ...shown, isHidden: false };
}
