import { useCallback, type RefCallback } from 'react';

/** A ref for an `img` that shows a file from the artist's disk, and lets go of it when it is no longer shown. */
export function useFileImage(file: File): RefCallback<HTMLImageElement> {
  return useCallback(
    (image) => {
      if (!image) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}
