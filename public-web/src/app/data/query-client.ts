import { ApiError } from '@portfolio/api-client';
import { dehydrate, hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';

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

/**
 * What the server found out, failures included, for the browser to go on from. It is told without times: the clock of
 * another machine may be wrong, and a page that has not changed is the same to the byte whenever it is rendered.
 */
export function dehydrateState(client: QueryClient): DehydratedState {
  const { mutations, queries } = dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' });
  return { mutations, queries: queries.map((query) => ({ ...query, ...at(0, query) })) };
}

/** Goes on from what the server sent, as from what was fetched when the browser asked for the page. */
export function hydrateState(client: QueryClient, { mutations, queries }: DehydratedState): void {
  const time = askedAt();
  hydrate(client, { mutations, queries: queries.map((query) => ({ ...query, ...at(time, query) })) });
}

/**
 * When the browser asked for the page that it has loaded, by its own clock: what the page says does not get younger while
 * it is on its way over a slow line. What a browser has kept for the way back may be older than anything.
 */
function askedAt(): number {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!load) return Date.now();
  return load.type === 'back_forward' ? 0 : Date.now() - (performance.now() - load.requestStart);
}

const at = (time: number, { state }: DehydratedState['queries'][number]) => ({
  dehydratedAt: time,
  state: { ...state, dataUpdatedAt: state.data === undefined ? 0 : time, errorUpdatedAt: state.error ? time : 0 },
});
