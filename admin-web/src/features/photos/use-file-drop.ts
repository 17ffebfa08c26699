import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files dropped anywhere on the page.
 *
 * @param onFiles told of the files
 * @param enabled while false a drop does nothing; it never makes the browser leave the page for the file
 * @returns whether files are being held over the page
 */
export function useFileDrop(onFiles: (files: File[]) => void, enabled: boolean): boolean {
  const [held, setHeld] = useState(false);

  const receive = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setHeld(event.type === 'dragover' && enabled);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.type === 'drop' && enabled && files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const over = (event: DragEvent) => receive(event);
    // Leaving one element for another inside is no leaving: only the page's edge has nothing on the other side.
    const leave = (event: DragEvent) => event.relatedTarget === null && setHeld(false);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', over);
    window.addEventListener('dragleave', leave);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', over);
      window.removeEventListener('dragleave', leave);
    };
  }, []);

  return held;
}
