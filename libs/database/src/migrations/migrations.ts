/** In the order in which they run. */
export const MIGRATIONS = [];
