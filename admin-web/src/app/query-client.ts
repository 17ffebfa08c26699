import { ApiError } from '@portfolio/api-client';
import { MutationCache, QueryClient } from '@tanstack/react-query';

/** Whether the API refused: then nothing was done, and it will refuse again. Any other failure leaves both open. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Milliseconds until what is shown is read again after a change that had no answer: the first time, and at most. */
const FIRST_LOOK = 1_000;
const LONGEST_WAIT = 30_000;

/**
 * The cache of one mounted back office: one more try for a read, and no refetch when the window gets the focus. Nothing waits
 * for a line that is down, neither a read nor a change: it fails, and somebody is told. A change held back until the line is
 * there again would be made unseen, after its dialog has been left.
 *
 * A change that had no answer may have been made: what is shown is read again until the site answers.
 */
export function createQueryClient(): QueryClient {
  let look: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = (wait = FIRST_LOOK) => {
    clearTimeout(look);
    look = setTimeout(() => {
      client
        .refetchQueries({ type: 'active' }, { throwOnError: true })
        .catch((error) => !isRefusal(error) && lookAgain(Math.min(wait * 2, LONGEST_WAIT)));
    }, wait);
  };
  const client = new QueryClient({
    mutationCache: new MutationCache({ onError: (error) => !isRefusal(error) && lookAgain() }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
