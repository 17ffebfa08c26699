import { useEffect, useState } from 'react';

/** An image from the artist's disk that has not been uploaded. */
export interface PickedImage {
  file: File;
  /** An address at which this browser shows it. */
  url: string;
}

/** The image that has been picked, and a function that picks another or none. Its address lasts as long as it is picked. */
export function usePickedImage(): [PickedImage | undefined, (file: File | undefined) => void] {
  const [picked, setPicked] = useState<PickedImage>();
  useEffect(() => () => picked && URL.revokeObjectURL(picked.url), [picked]);
  return [picked, (file) => setPicked(file && { file, url: URL.createObjectURL(file) })];
}
