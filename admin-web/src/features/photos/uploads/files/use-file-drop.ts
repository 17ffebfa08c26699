import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from './read-files.ts';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export interface FileDropOptions {
  /** What is in a `document` is asked before what is in a `window`, so that a dialog takes files from the page behind it. */
  over: Document | Window;
  /** While false a drop is left to others. */
  enabled?: boolean;
}

/**
 * Takes files dropped anywhere that nothing smaller has taken, and those in dropped folders; the browser does not leave the
 * page for them.
 *
 * @param onFiles told of the files that are meant, which may be none
 * @returns whether files are being held over it
 */
export function useFileDrop(onFiles: (files: File[]) => void, { over, enabled = true }: FileDropOptions): boolean {
  const [held, setHeld] = useState(false);

  const take = useEffectEvent((files: File[]) => onFiles(files));
  const receive = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return;
    const isMine = enabled && !event.defaultPrevented;
    setHeld(isMine && event.type !== 'drop');
    if (!isMine) return;
    event.preventDefault();
    if (event.type === 'drop') void droppedFiles(event).then((files) => take(files));
  });

  useEffect(() => {
    const target: EventTarget = over;
    const handle = (event: Event) => receive(event as DragEvent);
    // Leaving one element for another inside is no leaving: only the page's edge has nothing on the other side.
    const leave = (event: Event) => (event as DragEvent).relatedTarget === null && setHeld(false);
    // Told of by whatever comes under the pointer, were it a list that has just loaded: a browser lets go of files only where
    // its latest event was answered.
    target.addEventListener('dragenter', handle);
    target.addEventListener('dragover', handle);
    target.addEventListener('drop', handle);
    target.addEventListener('dragleave', leave);
    return () => {
      target.removeEventListener('dragenter', handle);
      target.removeEventListener('dragover', handle);
      target.removeEventListener('drop', handle);
      target.removeEventListener('dragleave', leave);
    };
  }, [over]);

  return held;
}
