import type { PhotoView } from '@portfolio/contracts';
import { memo } from 'react';
import { tileStyle, type TileProps } from '../../../app/virtual-grid/grid-layout.ts';
import styles from './photo-choice.module.css';
import { Thumbnail, type PhotoMark } from './thumbnail.tsx';

export type ChoiceSize = 'small' | 'large';
export type ChoiceView = 'grid' | 'list';

export interface PhotoChoiceProps extends TileProps {
  photo: PhotoView;
  mark: PhotoMark | undefined;
  /** Position among the selected photos, from 1; 0 when not selected. */
  order: number;
  size: ChoiceSize;
  view: ChoiceView;
}

/** A selectable photo. The list handles its events. */
export const PhotoChoice = memo(function PhotoChoice(props: PhotoChoiceProps) {
  const { photo, mark, index, count, order, size, view, isCurrent } = props;
  return (
    <li
      role="option"
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={order > 0}
      aria-setsize={count}
      aria-posinset={index + 1}
      title={photo.title}
      data-tile={index}
      className={`${styles.choice} ${styles[view]}`}
      style={tileStyle(props)}
    >
      <span className="visually-hidden">{labelOf(photo, order, mark)}</span>
      <span className={styles.picture} aria-hidden="true">
        <Thumbnail photo={photo} mark={mark} size={size} />
        {order > 0 && <span className={styles.order}>{order}</span>}
      </span>
      {view === 'list' && (
        <span className={styles.texts} aria-hidden="true">
          <span className={styles.title} dir="auto">
            {photo.title}
          </span>
          <span className={styles.details} dir="auto">
            {[mark, ...photo.galleries.map(({ title }) => title)].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
    </li>
  );
});

const labelOf = ({ title }: PhotoView, order: number, mark: PhotoMark | undefined) =>
  [title, order > 0 && `number ${order}`, mark?.toLowerCase()].filter(Boolean).join(', ');
