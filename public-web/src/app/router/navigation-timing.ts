/** How and when the browser loaded the page; undefined where it does not tell. The loader has its own, to import nothing. */
export const navigationTiming = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
