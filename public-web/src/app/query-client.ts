import { ApiError } from '@portfolio/api-client';
import { dehydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';

/** Milliseconds for which what the server sent along, or a visitor has just seen, is not asked for again. */
const FRESH = 30_000;
const RETRIES = 3;

/** An answer that asking again would not change. */
const isFinal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

export function createQueryClient({ onServer = false } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        // A person who waits for a page is better served by an answer now.
        retry: onServer ? false : (failures, error) => failures < RETRIES && !isFinal(error),
        // A failure that the server has rendered stays, with its Try Again, until somebody presses it.
        retryOnMount: false,
      },
    },
  });
}

/** What the server found out, failures included, for the browser to go on from. */
export const stateOf = (client: QueryClient): DehydratedState =>
  dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' });
