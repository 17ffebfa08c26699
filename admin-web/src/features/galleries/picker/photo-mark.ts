import type { PhotoView } from '@portfolio/contracts';
import { useCallback } from 'react';
import { useIsHidden } from '../../../app/use-is-hidden.ts';

/** Why visitors do not see a photo. */
export type PhotoMark = 'Processing' | 'Failed' | 'Hidden';

/** Gives the mark of a photo, if it has one. */
export function usePhotoMark(): (photo: PhotoView) => PhotoMark | undefined {
  const isHidden = useIsHidden();
  return useCallback(
    (photo) => {
      if (photo.status === 'processing') return 'Processing';
      if (photo.status === 'failed') return 'Failed';
      return isHidden(photo) ? 'Hidden' : undefined;
    },
    [isHidden],
  );
}
