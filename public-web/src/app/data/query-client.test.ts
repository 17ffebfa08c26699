import { expect, it, jest } from '@jest/globals';
import { createQueryClient, hydrateState, dehydrateState } from './query-client.ts';

/** Navigation entry of a page requested at a time. */
const asLoaded = (load: Partial<PerformanceNavigationTiming>) => {
  performance.getEntriesByType = () => [load as PerformanceNavigationTiming];
};

/** Age of the hydrated data. */
function ageOf(load: Partial<PerformanceNavigationTiming>): number {
  jest.spyOn(performance, 'now').mockReturnValue(10_000);
  asLoaded(load);
  const onServer = createQueryClient({ onServer: true });
  onServer.setQueryData(['settings'], { darkTheme: true });
  const client = createQueryClient();
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  hydrateState(client, dehydrateState(onServer));
  const { dataUpdatedAt = NaN } = client.getQueryState(['settings']) ?? {};
  expect(client.getQueryData(['settings'])).toEqual({ darkTheme: true });
  jest.restoreAllMocks();
  return 1_000_000 - dataUpdatedAt;
}

it('dates hydrated data by the request of the page', () => {
  expect(ageOf({ type: 'navigate', requestStart: 9_900 })).toBe(100);
  expect(ageOf({ type: 'reload', requestStart: 500 })).toBe(9_500);
});

it('treats data of a back or forward navigation as stale', () => {
  expect(ageOf({ type: 'back_forward', requestStart: 9_900 })).toBe(1_000_000);
});
