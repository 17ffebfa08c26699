import { ApiError } from '@portfolio/api-client';
import { dehydrate, hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { navigationTiming } from '../router/navigation-timing.ts';

/** Milliseconds. */
const STALE_TIME = 30_000;
const RETRIES = 3;

const isClientError = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

export function createQueryClient({ onServer = false } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME,
        // A retry on the server would delay the page.
        retry: onServer ? false : (failures, error) => failures < RETRIES && !isClientError(error),
        // An error that the server rendered stays until Try Again, a focus of the window or a reconnect.
        retryOnMount: false,
      },
    },
  });
}

/**
 * Dehydrates data and errors without timestamps: the clock of another machine may be wrong, and an unchanged page renders
 * to the same bytes.
 */
export function dehydrateState(client: QueryClient): DehydratedState {
  const { mutations, queries } = dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' });
  return { mutations, queries: queries.map((query) => ({ ...query, ...at(0, query) })) };
}

/** Hydrates the server's data as if fetched when the browser requested the page. */
export function hydrateState(client: QueryClient, { mutations, queries }: DehydratedState): void {
  const time = requestTime();
  hydrate(client, { mutations, queries: queries.map((query) => ({ ...query, ...at(time, query) })) });
}

/** When the browser requested the page, by its own clock; 0 for a page of unknown age from the browser's cache. */
function requestTime(): number {
  const timing = navigationTiming();
  if (!timing) return Date.now();
  return timing.type === 'back_forward' ? 0 : Date.now() - (performance.now() - timing.requestStart);
}

const at = (time: number, { state }: DehydratedState['queries'][number]) => ({
  dehydratedAt: time,
  state: { ...state, dataUpdatedAt: state.data === undefined ? 0 : time, errorUpdatedAt: state.error ? time : 0 },
});
