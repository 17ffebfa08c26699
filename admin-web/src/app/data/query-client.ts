import { ApiError } from '@portfolio/api-client';
import { MutationCache, QueryClient, type MutationMeta } from '@tanstack/react-query';
import { refetch } from './refetch.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The items of long lists that it changes, by what it was called with; none are what it adds. */
      ids?: (variables: never) => number[];
    };
  }
}

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
 * A change that had no answer may have been made: what it may have touched is read again until the site answers.
 */
export function createQueryClient(): QueryClient {
  let look: ReturnType<typeof setTimeout> | undefined;
  const unsure = new Set<number>();
  const lookAgain = (wait = FIRST_LOOK) => {
    clearTimeout(look);
    look = setTimeout(() => {
      const ids = new Set(unsure);
      refetch(client, ids).then(
        () => ids.forEach((id) => unsure.delete(id)),
        (error) => !isRefusal(error) && lookAgain(Math.min(wait * 2, LONGEST_WAIT)),
      );
    }, wait);
  };
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta }) => {
        if (isRefusal(error)) return;
        for (const id of idsOf(meta, variables)) unsure.add(id);
        lookAgain();
      },
    }),
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

const idsOf = (meta: MutationMeta | undefined, variables: unknown) =>
  (meta?.ids as ((variables: unknown) => number[]) | undefined)?.(variables) ?? [];
