import type { PhotoView } from '@portfolio/contracts';
import { useCallback } from 'react';
import { useIsHidden } from '../../../app/use-is-hidden.ts';

/** Why visitors do not see a photo in the gallery. */
export type PhotoMark = 'Processing' | 'Failed' | 'Hidden' | 'Unlisted';

/** Gives the mark of a photo, if it has one. */
export function usePhotoMark(): (photo: PhotoView) => PhotoMark | undefined {
  const isHidden = useIsHidden();
  return useCallback(
    (photo) => {
      if (photo.status === 'processing') return 'Processing';
      if (photo.status === 'failed') return 'Failed';
      if (isHidden(photo)) return 'Hidden';
      return photo.visibility === 'unlisted' ? 'Unlisted' : undefined;
    },
    [isHidden],
  );
}
