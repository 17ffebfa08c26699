import { ApiError } from '@portfolio/api-client';
import { queryOptions, type QueryFunction, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';

/** Turns 404 and 410 into the data `null`, which is cached, rendered and hydrated like any other response. */
export function orNotFound<T, K extends QueryKey>({ queryKey, queryFn }: UseQueryOptions<T, Error, T, K>) {
  return queryOptions<T | null, Error, T | null, K>({
    queryKey,
    queryFn: async (context) => {
      try {
        return await (queryFn as QueryFunction<T, K>)(context);
      } catch (error) {
        // The API responds 400 to an invalid address, such as an id past the largest.
        if (error instanceof ApiError && [400, 404, 410].includes(error.status)) return null;
        throw error;
      }
    },
  });
}
