import { ApiError } from '@portfolio/api-client';
import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';

/**
 * Makes "there is no such thing" an answer, null, rather than a failure: it is then kept, rendered by the server and
 * handed to the browser like any other answer, and never asked for again in vain.
 */
export function orNotFound<T, K extends QueryKey>({ queryKey, queryFn }: UseQueryOptions<T, Error, T, K>) {
  return queryOptions<T | null, Error, T | null, K>({
    queryKey,
    queryFn: async (context) => {
      if (typeof queryFn !== 'function') throw new Error(`The query ${String(queryKey)} has no function`);
      try {
        return await queryFn(context);
      } catch (error) {
        // The API answers 400 to an address that cannot be one, such as an id past the largest.
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }
    },
  });
}
