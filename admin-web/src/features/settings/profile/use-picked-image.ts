import { useEffect, useState } from 'react';
import { useKeptValue } from '../../../app/forms/contract-form.ts';

/** An image from the artist's disk that has not been uploaded. */
export interface PickedImage {
  file: File;
  /** An address at which this browser shows it. */
  url: string;
  /** Version of the image that was there when it was picked. */
  replaces: string;
}

/** @param replaces version of the image that is shown; needed with a file */
export type PickImage = (file: File | undefined, replaces?: string) => void;

/**
 * The image that has been picked, and a function that picks another or none. Its address lasts as long as it is picked; the
 * image itself outlives the end of the session.
 */
export function usePickedImage(): [PickedImage | undefined, PickImage] {
  const [picked, setPicked] = useState<PickedImage>();
  useEffect(() => () => picked && URL.revokeObjectURL(picked.url), [picked]);
  const pick: PickImage = (file, replaces = '') =>
    setPicked(file && { file, url: URL.createObjectURL(file), replaces });
  useKeptValue('background-image', picked, ({ file, replaces }) => pick(file, replaces));
  return [picked, pick];
}
