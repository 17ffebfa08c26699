import type { PhotoView } from '@portfolio/contracts';
import { useEffect, useRef, useState, type CSSProperties, type FocusEvent } from 'react';
import { gridLayout } from '../../../app/virtual-grid/grid-layout.ts';
import { useWindowGrid } from '../../../app/virtual-grid/use-virtual-grid.ts';
import { PhotoCard, PhotoSkeleton, type PhotoActions } from './photo-card.tsx';
import styles from './photo-grid.module.css';
import { useGridLayout, useScrollMemory } from './use-grid-layout.ts';

interface PhotoGridProps {
  /** The loaded photos, from the first on. */
  photos: PhotoView[];
  /** Photos of the whole list, loaded or not. */
  count: number;
  selected: ReadonlySet<number>;
  /** Why visitors cannot see a photo. */
  hiddenReason: (photo: PhotoView) => string | undefined;
  actions: PhotoActions;
  /** @param end index after the last visible photo */
  onReach: (end: number) => void;
}

const UNMEASURED = { ...gridLayout({ gap: 0, height: 1 }, 0), picture: 0, top: 0 };

/** Virtual grid of photo cards. The card focused last stays rendered when it is scrolled out of view. */
export function PhotoGrid({ photos, count, selected, hiddenReason, actions, onReach }: PhotoGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const layout = useGridLayout(frame, ruler);
  const { columns, height: rowHeight, picture: pictureHeight, top } = layout ?? UNMEASURED;
  const [lastFocused, setLastFocused] = useState<number>();
  const pinnedIndex = lastFocused === undefined ? -1 : photos.findIndex(({ id }) => id === lastFocused);
  const grid = useWindowGrid(layout ?? UNMEASURED, layout ? count : 0, top, pinnedIndex);
  useScrollMemory(layout, photos.length);

  const { visibleEnd } = grid;
  useEffect(() => onReach(visibleEnd), [onReach, visibleEnd]);

  const pinFocused = ({ target }: FocusEvent) => {
    const id = Number(target.closest<HTMLElement>('[data-photo]')?.dataset.photo);
    if (id) setLastFocused(id);
  };
  const lastIndex = useRef(-1);
  // After the focused photo has left the list, the focus moves to the Delete button of the photo at its position.
  useEffect(() => {
    if (pinnedIndex >= 0) lastIndex.current = pinnedIndex;
    else {
      const index = lastIndex.current;
      lastIndex.current = -1;
      if (index < 0 || document.activeElement !== document.body) return;
      const next = photos[Math.min(index, photos.length - 1)];
      const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-photo="${next?.id}"] button`) ?? [];
      [...buttons].at(-1)?.focus();
    }
  }, [pinnedIndex, photos]);

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ '--columns': columns, '--row': `${rowHeight}px`, '--picture': `${pictureHeight}px` } as CSSProperties}
    >
      <div ref={ruler} className={styles.ruler} aria-hidden="true">
        <PhotoSkeleton />
      </div>
      <ul
        ref={list}
        className={styles.grid}
        aria-label="Photos"
        data-ragged={count % columns > 0 || undefined}
        style={{ blockSize: grid.height, '--cards-in-last-row': count % columns } as CSSProperties}
        onFocus={pinFocused}
      >
        {grid.rendered.map((index) => {
          const photo = photos[index];
          const transform = `translateY(${grid.positionOf(index).y}px)`;
          return (
            <li
              key={photo?.id ?? `skeleton-${index}`}
              className={styles.item}
              data-photo={photo?.id}
              aria-label={photo?.title ?? 'Loading'}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ '--column': index % columns, transform } as CSSProperties}
            >
              {photo ? (
                <PhotoCard
                  photo={photo}
                  isSelected={selected.has(photo.id)}
                  isSelecting={selected.size > 0}
                  hiddenReason={hiddenReason(photo)}
                  isEager={index < 2 * columns}
                  actions={actions}
                />
              ) : (
                <PhotoSkeleton />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
