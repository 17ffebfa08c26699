import type { MouseEvent } from 'react';

/** Ignores the second click of a double click, which would hit the item that follows a removed one. */
export const once = (run: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) run();
};
