import type { PhotoView } from '@portfolio/contracts';
import { useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { tileOf, useRovingTile } from '../../../app/virtual-grid/use-roving-tile.ts';
import { useTiles } from '../../../app/virtual-grid/use-virtual-grid.ts';
import { choiceShape } from './choice-shape.ts';
import { PhotoChoice, type ChoiceSize, type ChoiceView } from './photo-choice.tsx';
import styles from './photo-choices.module.css';
import { usePhotoMark } from './photo-mark.ts';
import { placesOf, toggled, withRange } from './selection.ts';

export interface PhotoChoicesProps {
  photos: PhotoView[];
  /** How many there are, also beyond those that are here. */
  total: number;
  selected: number[];
  size: ChoiceSize;
  view: ChoiceView;
  /** What is shown is about to be replaced. */
  isStale: boolean;
  /** What they are narrowed to: another one begins at the top. */
  subject: string;
  /** Id of the sentence that says how a range is selected. */
  describedBy: string;
  onSelect: (selected: number[]) => void;
  onSelectAll: () => void;
  /** The end is near. */
  onMore: () => void;
}

/** Photos from which those that fit are chosen one by one, or a whole range with Shift. Any number of them scrolls well. */
export function PhotoChoices(props: PhotoChoicesProps) {
  const { photos, total, selected, size, view, isStale, subject, describedBy, onSelect, onSelectAll, onMore } = props;
  const box = useRef<HTMLDivElement>(null);
  const tiles = useTiles(box, photos.length, choiceShape(view, size));
  const roving = useRovingTile(box, photos.length, tiles);
  const markOf = usePhotoMark();
  const places = useMemo(() => placesOf(selected), [selected]);
  /** Where a range begins: the photo that was chosen, or left, last. */
  const anchor = useRef<number | undefined>(undefined);

  const last = tiles.shown.at(-1) ?? -1;
  useEffect(() => {
    if (last >= 0 && last >= photos.length - tiles.columns * 2) onMore();
  });
  useEffect(() => {
    box.current?.scrollTo?.({ top: 0 });
  }, [box, subject]);

  const pick = (index: number) => {
    anchor.current = photos[index]!.id;
    onSelect(toggled(selected, photos[index]!.id));
  };
  const extendTo = (index: number) => {
    const ids = photos.map(({ id }) => id);
    const held = anchor.current === undefined ? -1 : ids.indexOf(anchor.current);
    const from = held < 0 ? roving.stop : held;
    anchor.current = ids[from];
    onSelect(withRange(selected, ids, from, index));
  };

  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const to = roving.stepOf(key);
    if (to !== undefined) {
      if (shiftKey) extendTo(to);
      roving.focus(to);
    } else if (key === ' ') {
      if (shiftKey) extendTo(roving.stop);
      else pick(roving.stop);
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) {
      onSelectAll();
    } else return;
    event.preventDefault();
  };
  const click = ({ target, shiftKey }: MouseEvent) => {
    const index = tileOf(target);
    if (index === undefined) return;
    if (shiftKey) extendTo(index);
    else pick(index);
  };

  // What has the focus stays, also when it is scrolled out of sight.
  const isApart = roving.stop >= 0 && !tiles.shown.includes(roving.stop);
  const shown = isApart ? [...tiles.shown, roving.stop].sort((a, b) => a - b) : tiles.shown;

  return (
    <div ref={box} className={styles.box} data-stale={isStale || undefined}>
      <ul
        role="listbox"
        aria-label="Photos to choose from"
        aria-multiselectable
        aria-describedby={describedBy}
        aria-busy={isStale}
        className={styles.choices}
        style={{ blockSize: tiles.height }}
        onKeyDown={press}
        onClick={click}
        onFocus={({ target }) => roving.settle(tileOf(target) ?? 0)}
      >
        {shown.map((index) => {
          const photo = photos[index]!;
          return (
            <PhotoChoice
              key={photo.id}
              photo={photo}
              mark={markOf(photo)}
              index={index}
              count={total}
              order={places.get(photo.id) ?? 0}
              size={size}
              view={view}
              isCurrent={index === roving.stop}
              {...tiles.placeOf(index)}
              {...tiles.tile}
            />
          );
        })}
      </ul>
    </div>
  );
}
