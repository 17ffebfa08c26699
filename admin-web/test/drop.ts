import { fireEvent } from '@testing-library/react';

/**
 * Lets go of files, as from a folder on the desktop.
 *
 * @param target the page, or the element under the pointer
 * @returns whether the browser would leave the page to open them
 */
export function drop(files: File[], target: Window | Element = window): boolean {
  const dataTransfer = { types: ['Files'], files };
  const event = (type: string) => Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
  fireEvent(target, event('dragover'));
  return fireEvent(target, event('drop'));
}
