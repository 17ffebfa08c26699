import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { readDroppedFiles } from './read-files.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

interface FileDropOptions {
  /** A `document` listener runs before a `window` listener, so a dialog gets the files before the page. */
  over: Document | Window;
  enabled?: boolean;
}

/**
 * Handles dropped files and folders that no inner element has handled. Prevents the browser from opening them.
 *
 * @param onFiles gets the files without hidden and system files; an empty array for none
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(onFiles: (files: File[]) => void, { over, enabled = true }: FileDropOptions): boolean {
  const [isDragging, setDragging] = useState(false);

  const notify = useEffectEvent((files: File[]) => {
    if (enabled) onFiles(files);
  });
  const handle = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    const isHandled = enabled && !event.defaultPrevented;
    setDragging(isHandled && event.type !== 'drop');
    if (!isHandled) return;
    event.preventDefault();
    if (event.type === 'drop') void readDroppedFiles(event).then((files) => notify(files));
  });

  // Layout effect: listeners exist before the browser paints the page.
  useLayoutEffect(() => {
    const removed = new AbortController();
    const { signal } = removed;
    const target: EventTarget = over;
    // Chrome and Safari give a dragged image of the page the type Files.
    let isOwn = false;
    target.addEventListener('dragstart', () => (isOwn = true), { signal });
    // A removed element fires no dragend. No pointer moves during a drag.
    for (const type of ['dragend', 'pointermove']) target.addEventListener(type, () => (isOwn = false), { signal });
    // The browser drops files only where it has cancelled the latest of these events.
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.addEventListener(type, (event) => !isOwn && handle(event as DragEvent), { signal });
    }
    // Only at the edge of the page is there no related target.
    const leave = (event: Event) => (event as DragEvent).relatedTarget === null && setDragging(false);
    target.addEventListener('dragleave', leave, { signal });
    return () => removed.abort();
  }, [over]);

  return isDragging;
}
