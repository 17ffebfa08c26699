import type { PhotoView } from '@portfolio/contracts';
import { memo, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { tileStyle, type TileProps, type TileShape } from '../../../app/virtual-grid/grid-layout.ts';
import { tileOf, useRovingTile } from '../../../app/virtual-grid/use-roving-tile.ts';
import { useBoxGrid } from '../../../app/virtual-grid/use-virtual-grid.ts';
import styles from './photo-choices.module.css';
import { numbersOf } from './sequence.ts';
import { Thumbnail, markOf, type PhotoMark } from './thumbnail.tsx';

export interface ChoiceLayout {
  size: 'small' | 'large';
  view: 'grid' | 'list';
}

/** Pixels. */
const SHAPES: Record<ChoiceLayout['view'], Record<ChoiceLayout['size'], TileShape>> = {
  grid: {
    small: { minWidth: 92, gap: 8, inset: 8 },
    large: { minWidth: 160, gap: 12, inset: 8 },
  },
  list: {
    small: { height: 64, gap: 0, inset: 8 },
    large: { height: 128, gap: 0, inset: 8 },
  },
};

interface PhotoChoicesProps extends ChoiceLayout {
  photos: PhotoView[];
  /** Including photos that are not loaded. */
  total: number;
  selected: number[];
  /** Whether the photos are still those of the previous filter. */
  isStale: boolean;
  /** Key of the filter: a change scrolls to the top. */
  filterKey: string;
  /** Id of the hint. */
  describedBy: string;
  onSelect: (selected: number[]) => void;
  onSelectAll: () => void;
  /** Called when the last rendered photos are near the end of the loaded ones. */
  onMore: () => void;
}

/** Virtual list of selectable photos. Shift selects a range. */
export function PhotoChoices(props: PhotoChoicesProps) {
  const { photos, total, selected, size, view, isStale, filterKey, describedBy, onSelect, onSelectAll, onMore } = props;
  const box = useRef<HTMLDivElement>(null);
  const grid = useBoxGrid(box, photos.length, SHAPES[view][size]);
  const roving = useRovingTile(box, photos.length, grid);
  const numbers = useMemo(() => numbersOf(selected), [selected]);
  /** Id of the photo where a range starts: the one toggled last, else the one focused when Shift was first used. */
  const anchor = useRef<number | undefined>(undefined);

  const last = grid.rendered.at(-1) ?? -1;
  useEffect(() => {
    if (last >= 0 && last >= photos.length - grid.columns * 2) onMore();
  });
  useEffect(() => {
    box.current?.scrollTo?.({ top: 0 });
  }, [box, filterKey]);

  const toggle = (index: number) => {
    const { id } = photos[index]!;
    anchor.current = id;
    onSelect(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  };
  /** Appends a range, in the direction of the selection. Photos selected before stay at their positions. */
  const extendTo = (index: number, focused = roving.current) => {
    const ids = photos.map(({ id }) => id);
    const start = anchor.current === undefined ? -1 : ids.indexOf(anchor.current);
    const from = start < 0 ? focused : start;
    anchor.current = ids[from];
    const range = from <= index ? ids.slice(from, index + 1) : ids.slice(index, from + 1).reverse();
    onSelect([...new Set([...selected, ...range])]);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    // Photos inserted above the focused tile shift its index: `roving.current` may be out of date.
    const current = tileOf(event.target) ?? roving.current;
    const to = roving.indexAfterKey(key, current);
    if (to !== undefined) {
      if (shiftKey) extendTo(to, current);
      roving.focus(to);
    } else if (key === ' ') {
      if (shiftKey) extendTo(current, current);
      else toggle(current);
    } else if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      onSelectAll();
    } else return;
    event.preventDefault();
  };
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const index = tileOf(target);
    if (index === undefined) return;
    if (shiftKey) extendTo(index);
    else toggle(index);
  };

  // The tile in the tab order stays rendered when it is scrolled out of view.
  const isOutside = roving.current >= 0 && !grid.rendered.includes(roving.current);
  const rendered = isOutside ? [...grid.rendered, roving.current].sort((a, b) => a - b) : grid.rendered;

  return (
    <div ref={box} className={styles.box} data-stale={isStale || undefined}>
      <ul
        role="listbox"
        aria-label="Photos to choose from"
        aria-multiselectable
        aria-describedby={describedBy}
        aria-busy={isStale}
        className={styles.choices}
        style={{ blockSize: grid.height }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={({ target }) => roving.setCurrent(tileOf(target) ?? 0)}
      >
        {rendered.map((index) => {
          const photo = photos[index]!;
          return (
            <PhotoOption
              key={photo.id}
              photo={photo}
              mark={markOf(photo)}
              index={index}
              count={total}
              order={numbers.get(photo.id) ?? 0}
              size={size}
              view={view}
              isCurrent={index === roving.current}
              {...grid.positionOf(index)}
              {...grid.tile}
            />
          );
        })}
      </ul>
    </div>
  );
}

interface PhotoOptionProps extends TileProps, ChoiceLayout {
  photo: PhotoView;
  mark: PhotoMark | undefined;
  /** Position among the selected photos, from 1; 0 when not selected. */
  order: number;
}

/** A selectable photo. The list handles its events. */
const PhotoOption = memo(function PhotoOption(props: PhotoOptionProps) {
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
