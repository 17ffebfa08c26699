import { useDraggable } from '@dnd-kit/core';
import type { PhotoView } from '@portfolio/contracts';
import { IconButton } from '@portfolio/ui';
import { memo, type CSSProperties } from 'react';
import type { PhotoMark } from './photo-mark.ts';
import styles from './selected-photo.module.css';
import { Thumbnail } from './thumbnail.tsx';

export interface SelectedPhotoProps {
  id: number;
  /** Undefined while it is being fetched, or where it exists no more. */
  photo: PhotoView | undefined;
  mark: PhotoMark | undefined;
  gone: boolean;
  /** Its place from 0, and how many there are. */
  index: number;
  count: number;
  isLifted: boolean;
  /** Whether Tab stops here. */
  isCurrent: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Id of the sentence that says how it is moved. */
  describedBy: string;
}

/** A chosen photo at its place. What is pressed here, the list listens to; only a drag begins here. */
export const SelectedPhoto = memo(function SelectedPhoto(props: SelectedPhotoProps) {
  const { id, photo, mark, gone, index, count, isLifted, isCurrent, x, y, width, height, describedBy } = props;
  const { setNodeRef, listeners } = useDraggable({ id });
  const place: CSSProperties = { transform: `translate(${x}px, ${y}px)`, inlineSize: width, blockSize: height };
  return (
    <li
      ref={setNodeRef}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={[styles.item, isLifted && styles.lifted, gone && styles.gone].filter(Boolean).join(' ')}
      style={place}
    >
      <button
        type="button"
        data-tile={index}
        tabIndex={isCurrent ? 0 : -1}
        className={styles.photo}
        aria-label={nameOf({ photo, index, gone, mark })}
        aria-describedby={describedBy}
        title={photo?.title}
        {...listeners}
      >
        <Thumbnail photo={photo} mark={mark} size="small" />
        {gone && <span className={styles.lost}>Deleted</span>}
        <PlaceLabel index={index} />
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

/** The number of a place; the first says that it is the cover. */
export function PlaceLabel({ index }: { index: number }) {
  return (
    <span className={styles.order} aria-hidden="true">
      {index === 0 ? '1 Cover' : index + 1}
    </span>
  );
}

function nameOf({ photo, index, gone, mark }: Pick<SelectedPhotoProps, 'photo' | 'index' | 'gone' | 'mark'>): string {
  const more = [index === 0 && 'cover', mark?.toLowerCase(), gone && 'which exists no more'].filter(Boolean);
  return [`Move ${photo?.title ?? 'photo'}, number ${index + 1}`, ...more].join(', ');
}
