import { useDraggable } from '@dnd-kit/core';
import type { PhotoView } from '@portfolio/contracts';
import { IconButton } from '@portfolio/ui';
import { memo } from 'react';
import { tileStyle, type TileProps } from '../../../app/virtual-grid/grid-layout.ts';
import styles from './selected-photo.module.css';
import { Thumbnail, type PhotoMark } from './thumbnail.tsx';

export interface SelectedPhotoProps extends TileProps {
  id: number;
  /** Undefined while loading, and for a deleted photo. */
  photo: PhotoView | undefined;
  mark: PhotoMark | undefined;
  isDeleted: boolean;
  isLifted: boolean;
  /** Id of the hint. */
  describedBy: string;
}

/** A selected photo. The list handles its events, except drags. */
export const SelectedPhoto = memo(function SelectedPhoto(props: SelectedPhotoProps) {
  const { id, photo, mark, isDeleted, index, count, isLifted, isCurrent, describedBy } = props;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={[styles.item, isLifted && styles.lifted, isDeleted && styles.deleted].filter(Boolean).join(' ')}
      style={tileStyle(props)}
    >
      <button
        type="button"
        data-tile={index}
        tabIndex={isCurrent ? 0 : -1}
        className={styles.photo}
        aria-label={labelOf(props)}
        aria-describedby={describedBy}
        title={photo?.title}
        {...listeners}
      >
        <Thumbnail photo={photo} mark={mark} size="small" />
        {isDeleted && <span className={styles.lost}>Deleted</span>}
        <PositionLabel index={index} />
      </button>
      <span className={styles.remove}>
        <IconButton
          label={`Remove ${photo?.title ?? `photo ${index + 1}`}`}
          icon="close"
          tabIndex={isCurrent ? 0 : -1}
          data-remove={index}
        />
      </span>
    </li>
  );
});

/** Position number; the first photo is the cover. */
export function PositionLabel({ index }: { index: number }) {
  return (
    <span className={styles.order} aria-hidden="true">
      {index === 0 ? '1 Cover' : index + 1}
    </span>
  );
}

function labelOf({ photo, index, isDeleted, mark }: SelectedPhotoProps): string {
  const more = [index === 0 && 'cover', mark?.toLowerCase(), isDeleted && 'deleted'].filter(Boolean);
  return [`Move ${photo?.title ?? 'photo'}, number ${index + 1}`, ...more].join(', ');
}
