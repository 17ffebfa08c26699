import type { MouseEvent } from 'react';

/** Ignores the second click of a double click, which would hit what takes the place of a removed item or button. */
export const once = (run: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) run();
};
