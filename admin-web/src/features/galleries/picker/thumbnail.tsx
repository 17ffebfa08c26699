import type { PhotoView } from '@portfolio/contracts';
import { focalPointStyle, Icon, placeholderImage } from '@portfolio/ui';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { usePhotoVisibility } from '../../../app/galleries.tsx';
import styles from './thumbnail.module.css';

/** Why visitors do not see a photo now, or not in lists. */
export type PhotoMark = 'Processing' | 'Failed' | 'Hidden' | 'Unlisted';

export interface ThumbnailProps {
  /** Undefined while loading. */
  photo: PhotoView | undefined;
  mark: PhotoMark | undefined;
  size: 'small' | 'large';
}

/** Square thumbnail with a placeholder; without an image, its mark. */
export function Thumbnail({ photo, mark, size }: ThumbnailProps) {
  const { api } = useAdmin();
  const url = size === 'large' ? photo?.large_thumbnail_url : photo?.small_thumbnail_url;
  const image = photo?.placeholder ? placeholderImage(photo.placeholder) : undefined;
  return (
    <span className={styles.thumbnail} style={{ backgroundImage: image && `url(${image})` }} aria-hidden="true">
      {photo && url && (
        <img src={api.fileAddress(url)} alt="" decoding="async" draggable={false} style={focalPointStyle(photo)} />
      )}
      {photo && !url && <span className={styles.reason}>{mark ?? 'No Image'}</span>}
      {url && (mark === 'Hidden' || mark === 'Unlisted') && (
        <span className={styles.hidden}>
          <Icon name="eyeOff" size={14} />
        </span>
      )}
    </span>
  );
}

/** Returns the mark of a photo, if it has one. */
export function usePhotoMark(): (photo: PhotoView) => PhotoMark | undefined {
  const { isHidden } = usePhotoVisibility();
  return (photo) => {
    if (photo.status === 'processing') return 'Processing';
    if (photo.status === 'failed') return 'Failed';
    if (isHidden(photo)) return 'Hidden';
    return photo.visibility === 'unlisted' ? 'Unlisted' : undefined;
  };
}
