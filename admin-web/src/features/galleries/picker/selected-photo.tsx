import { useDraggable } from '@dnd-kit/core';
import type { InterludeView, PhotoView } from '@portfolio/contracts';
import { Button, IconButton } from '@portfolio/ui';
import { memo, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { tileStyle, type TileProps } from '../../../app/virtual-grid/grid-layout.ts';
import { interludeTitle } from './interlude-bar.tsx';
import styles from './selected-photos.module.css';
import { Thumbnail, type PhotoMark } from './thumbnail.tsx';

interface SelectedPhotoProps extends TileProps {
  id: number;
  /** Number of the photo, from 1; undefined for a text or pause. */
  number: number | undefined;
  /** Position of a text or pause, such as "before number 4"; empty for a photo. */
  place: string;
  /** A text or pause instead of a photo. */
  interlude: InterludeView | undefined;
  /** Undefined while loading, and for a deleted photo. */
  photo: PhotoView | undefined;
  mark: PhotoMark | undefined;
  isDeleted: boolean;
  isCover: boolean;
  isLifted: boolean;
  /** Id of the hint. */
  describedBy: string;
}

/** A selected photo, or a text or pause. The list handles its events, except drags. */
export const SelectedPhoto = memo(function SelectedPhoto(props: SelectedPhotoProps) {
  const { id, number, interlude, photo, mark, isDeleted, isCover, index, count, isLifted, isCurrent, describedBy } =
    props;
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
        aria-current={isCurrent || undefined}
        aria-label={labelOf(props)}
        aria-describedby={describedBy}
        title={photo?.title ?? interlude?.text ?? undefined}
        {...listeners}
      >
        {interlude ? (
          <span className={styles.words} dir="auto">
            {interlude.text?.trim() ? (
              <span>{interlude.text}</span>
            ) : (
              <i>{interlude.text === null ? 'Pause' : 'Text'}</i>
            )}
          </span>
        ) : (
          <Thumbnail photo={photo} mark={mark} size="small" />
        )}
        {isDeleted && <span className={styles.lost}>Deleted</span>}
        {number !== undefined && <PositionLabel number={number} isCover={isCover} />}
      </button>
      <span className={styles.remove}>
        <IconButton
          label={`Remove ${interlude ? interludeTitle(interlude) : (photo?.title ?? `photo ${number}`)}`}
          icon="close"
          tabIndex={isCurrent ? 0 : -1}
          data-remove={index}
        />
      </span>
    </li>
  );
});

/** Position number, with the mark of the cover. */
export function PositionLabel({ number, isCover }: { number: number; isCover: boolean }) {
  return (
    <span className={styles.order} aria-hidden="true">
      {isCover ? `${number} Cover` : number}
    </span>
  );
}

function labelOf({ interlude, photo, number, place, isCover, isDeleted, mark }: SelectedPhotoProps): string {
  if (interlude) return `Move ${interludeTitle(interlude)}, ${place}`;
  const more = [isCover && 'cover', mark?.toLowerCase(), isDeleted && 'deleted'].filter(Boolean);
  return [`Move ${photo?.title ?? 'photo'}, number ${number}`, ...more].join(', ');
}

interface MoveToPositionProps {
  /** Title of the photo. */
  title: string;
  /** Position of the photo, from 1. */
  number: number;
  count: number;
  onMove: (to: number) => void;
  /** Other actions on the photo. */
  children: ReactNode;
}

/** Moves a photo to a position by its number. */
export function MoveToPosition({ title, number, count, onMove, children }: MoveToPositionProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const move = () => {
    const position = Math.round(Number(typed));
    setTyped(null);
    if (position > 0) onMove(Math.min(count, position));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter does not submit the form.
    event.preventDefault();
    move();
  };
  return (
    <div className={styles.line}>
      <label htmlFor={id} className={styles.label}>
        Move <b dir="auto">{title}</b> to position
      </label>
      <input
        id={id}
        className={styles.position}
        type="number"
        min={1}
        max={count}
        value={typed ?? number}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <span>of {count}</span>
      <Button onClick={move}>Move</Button>
      {children}
    </div>
  );
}
