import type { PhotoView } from '@portfolio/contracts';
import { useAdmin } from '../../app/admin-context.ts';
import styles from './picker-photo.module.css';

export type PickerSize = 'small' | 'large';
export type PickerView = 'grid' | 'list';

export interface PickerPhotoProps {
  photo: PhotoView;
  /** Its place among the selected, from 1; 0 when it is not selected. */
  order: number;
  size: PickerSize;
  view: PickerView;
  onToggle: () => void;
}

/** A photo that can be chosen; a chosen one shows its place in the order. */
export function PickerPhoto({ photo, order, size, view, onToggle }: PickerPhotoProps) {
  const { api } = useAdmin();
  const url = size === 'large' ? photo.large_thumbnail_url : photo.small_thumbnail_url;
  return (
    <li>
      <button
        type="button"
        className={`${styles.photo} ${styles[view]}`}
        aria-pressed={order > 0}
        title={photo.title}
        onClick={onToggle}
      >
        <span className={styles.picture}>
          {url ? (
            <img src={api.fileAddress(url)} alt="" loading="lazy" />
          ) : (
            <span className={styles.none} aria-hidden="true">
              No Image
            </span>
          )}
          {order > 0 && (
            <span className={styles.order} aria-hidden="true">
              {order}
            </span>
          )}
        </span>
        {view === 'list' && (
          <span className={styles.title} aria-hidden="true">
            {photo.title}
          </span>
        )}
        <span className="visually-hidden">{order > 0 ? `${photo.title}, number ${order}` : photo.title}</span>
      </button>
    </li>
  );
}
