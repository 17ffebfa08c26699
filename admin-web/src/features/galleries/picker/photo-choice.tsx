import type { PhotoView } from '@portfolio/contracts';
import { memo, type CSSProperties } from 'react';
import styles from './photo-choice.module.css';
import type { PhotoMark } from './photo-mark.ts';
import { Thumbnail } from './thumbnail.tsx';

export type ChoiceSize = 'small' | 'large';
export type ChoiceView = 'grid' | 'list';

export interface PhotoChoiceProps {
  photo: PhotoView;
  mark: PhotoMark | undefined;
  /** Its place in the list, from 0, and how many there are. */
  index: number;
  count: number;
  /** Its place among the selected, from 1; 0 when it is not selected. */
  order: number;
  size: ChoiceSize;
  view: ChoiceView;
  /** Whether Tab stops here. */
  isCurrent: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A photo that can be chosen; a chosen one shows its place in the order. What is pressed here, the list listens to. */
export const PhotoChoice = memo(function PhotoChoice(props: PhotoChoiceProps) {
  const { photo, mark, index, count, order, size, view, isCurrent, x, y, width, height } = props;
  const place: CSSProperties = { transform: `translate(${x}px, ${y}px)`, inlineSize: width, blockSize: height };
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
      style={place}
    >
      <span className="visually-hidden">{nameOf(photo, order, mark)}</span>
      <span className={styles.picture} aria-hidden="true">
        <Thumbnail photo={photo} mark={mark} size={size} />
        {order > 0 && <span className={styles.order}>{order}</span>}
      </span>
      {view === 'list' && (
        <span className={styles.words} aria-hidden="true">
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

const nameOf = ({ title }: PhotoView, order: number, mark: PhotoMark | undefined) =>
  [title, order > 0 && `number ${order}`, mark?.toLowerCase()].filter(Boolean).join(', ');
