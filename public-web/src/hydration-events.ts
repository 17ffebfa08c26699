/** The event on the window that tells that the page has come to life: a type, since a value would be a file of its own. */
export type HydratedEvent = 'alive';

/** That what was fetched for it is not all that it needs. */
export type LostEvent = 'lost';
