import type { KeyboardEvent } from 'react';

/** Saves a form by Ctrl or Cmd and S while somebody writes in it, where a browser would save the page. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}
