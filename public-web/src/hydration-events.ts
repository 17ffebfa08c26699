/** Window event after hydration. A type, since a value would be another file to download. */
export type HydratedEvent = 'hydrated';

/** Window event when the page's code cannot be loaded. */
export type HydrationFailedEvent = 'hydration-failed';
