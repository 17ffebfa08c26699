import type { PhotoView } from '@portfolio/contracts';
import { focalPointStyle, Icon, placeholderImage } from '@portfolio/ui';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './thumbnail.module.css';

/** Why visitors do not see a photo in this gallery. */
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

export function markOf({ status, visibility }: PhotoView): PhotoMark | undefined {
  if (status === 'processing') return 'Processing';
  if (status === 'failed') return 'Failed';
  if (visibility === 'hidden') return 'Hidden';
  return visibility === 'unlisted' ? 'Unlisted' : undefined;
}
