import type { PhotoView } from '@portfolio/contracts';
import { Icon, placeholderImage } from '@portfolio/ui';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import type { PhotoMark } from './photo-mark.ts';
import styles from './thumbnail.module.css';

export interface ThumbnailProps {
  /** Undefined while it is being fetched. */
  photo: PhotoView | undefined;
  mark: PhotoMark | undefined;
  size: 'small' | 'large';
}

/** A photo as a square, with its colours there at once; where there is no picture, the reason. What it shows is said elsewhere. */
export function Thumbnail({ photo, mark, size }: ThumbnailProps) {
  const { api } = useAdmin();
  const url = size === 'large' ? photo?.large_thumbnail_url : photo?.small_thumbnail_url;
  const colours = photo?.placeholder ? placeholderImage(photo.placeholder) : undefined;
  return (
    <span
      className={styles.thumbnail}
      style={colours ? { backgroundImage: `url(${colours})` } : undefined}
      aria-hidden="true"
    >
      {url && <img src={api.fileAddress(url)} alt="" decoding="async" draggable={false} />}
      {photo && !url && <span className={styles.reason}>{mark ?? 'No Image'}</span>}
      {url && (mark === 'Hidden' || mark === 'Unlisted') && (
        <span className={styles.hidden}>
          <Icon name="eyeOff" size={14} />
        </span>
      )}
    </span>
  );
}
