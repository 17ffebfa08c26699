import { fireEvent } from '@testing-library/react';

/**
 * Drops files, as from the desktop.
 *
 * @param target window, or the element under the pointer
 * @returns whether the browser would navigate to the files
 */
export function drop(files: File[], target: Window | Element = window): boolean {
  const dataTransfer = { types: ['Files'], files };
  const event = (type: string) => Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
  fireEvent(target, event('dragover'));
  return fireEvent(target, event('drop'));
}
