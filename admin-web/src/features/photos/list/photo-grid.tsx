import type { PhotoView } from '@portfolio/contracts';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type FocusEvent } from 'react';
import { PhotoCard, PhotoSkeleton, type PhotoActions } from './photo-card.tsx';
import styles from './photo-grid.module.css';
import { useGridLayout } from './use-grid-layout.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** Rows above and below the window that are there already when somebody scrolls. */
const SPARE_ROWS = 4;

export interface PhotoGridProps {
  /** From the first on, as far as they are known. */
  photos: PhotoView[];
  /** How many places there are, known or not. */
  count: number;
  selected: ReadonlySet<number>;
  /** Whether visitors do not see a photo, for its visibility or its galleries. */
  isHidden: (photo: PhotoView) => boolean;
  actions: PhotoActions;
  /** Told how many photos, from the first on, are in sight or before it. */
  onReach: (reach: number) => void;
}

/**
 * Photos in rows, of which only those near the window are there. Each card has its place by its number, so that it stays the
 * same card when those before it come or go. The one with the focus stays wherever the window is scrolled to.
 */
export function PhotoGrid({ photos, count, selected, isHidden, actions, onReach }: PhotoGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(frame, ruler);
  const { columns = 1, row = 1, picture = 0, top = 0 } = layout ?? {};
  const [focused, setFocused] = useState<number>();
  const focusedIndex = focused === undefined ? -1 : photos.findIndex(({ id }) => id === focused);

  const virtualizer = useWindowVirtualizer({
    count: layout ? Math.ceil(count / columns) : 0,
    estimateSize: () => row,
    overscan: SPARE_ROWS,
    scrollMargin: top,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), Math.floor(focusedIndex / columns)),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, row]);
  useScrollMemory(layout, count);

  const lastRow = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onReach((lastRow + 1) * columns), [onReach, lastRow, columns]);

  const keepFocused = ({ target }: FocusEvent) => {
    const id = Number(target.closest<HTMLElement>('[data-photo]')?.dataset.photo);
    if (id) setFocused(id);
  };
  const list = useRef<HTMLUListElement>(null);
  const lastFocused = useRef(-1);
  // Who deletes the photo that has the focus goes on with the one that takes its place.
  useEffect(() => {
    if (focusedIndex >= 0) lastFocused.current = focusedIndex;
    else if (lastFocused.current >= 0 && document.activeElement === document.body) {
      const heir = photos[Math.min(lastFocused.current, photos.length - 1)];
      lastFocused.current = -1;
      list.current?.querySelector<HTMLElement>(`[data-photo="${heir?.id}"] button:last-of-type`)?.focus();
    }
  }, [focusedIndex, photos]);

  const places = virtualizer
    .getVirtualItems()
    .flatMap(({ index }) => Array.from({ length: columns }, (_, column) => index * columns + column))
    .filter((index) => index < count);

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ '--columns': columns, '--row': `${row}px`, '--picture': `${picture}px` } as CSSProperties}
    >
      <div ref={ruler} className={styles.ruler} aria-hidden="true">
        <PhotoSkeleton />
      </div>
      <ul
        ref={list}
        className={styles.grid}
        aria-label="Photos"
        data-ragged={count % columns > 0 || undefined}
        style={{ blockSize: virtualizer.getTotalSize(), '--last-row': count % columns } as CSSProperties}
        onFocus={keepFocused}
      >
        {places.map((index) => {
          const photo = photos[index];
          return (
            <li
              key={photo?.id ?? `place-${index}`}
              className={styles.place}
              data-photo={photo?.id}
              aria-label={photo?.title ?? 'Loading'}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={
                {
                  '--column': index % columns,
                  transform: `translateY(${Math.floor(index / columns) * row}px)`,
                } as CSSProperties
              }
            >
              {photo ? (
                <PhotoCard
                  photo={photo}
                  isSelected={selected.has(photo.id)}
                  isSelecting={selected.size > 0}
                  isHidden={isHidden(photo)}
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

/** The rows in order, with one more where it is not among them. */
function withRow(rows: number[], row: number): number[] {
  return row < 0 || rows.includes(row) ? rows : [...rows, row].sort((one, other) => one - other);
}
