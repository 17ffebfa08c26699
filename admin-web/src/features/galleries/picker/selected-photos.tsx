import { DndContext, DragOverlay, getClientRect, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { Button, InlineFailure } from '@portfolio/ui';
import { useId, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { TileShape } from '../../../app/virtual-grid/grid-layout.ts';
import { tileOf, useRovingTile } from '../../../app/virtual-grid/use-roving-tile.ts';
import { useTiles } from '../../../app/virtual-grid/use-virtual-grid.ts';
import { MoveToPlace } from './move-to-position.tsx';
import { usePhotoMark } from './photo-mark.ts';
import { PlaceLabel, SelectedPhoto } from './selected-photo.tsx';
import styles from './selected-photos.module.css';
import { placesOf } from './selection.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useUnknownPhotos, type KnownPhotos } from './use-photos-by-id.ts';
import { useSorting } from './use-sorting.ts';

export interface SelectedPhotosProps {
  /** In the gallery's order. */
  ids: number[];
  known: KnownPhotos;
  /** Ids of those that exist no more, and can only be taken out. */
  gone: ReadonlySet<number>;
  onChange: (ids: number[]) => void;
  onRemove: (id: number) => void;
}

/** Pixels. */
const SHAPE: TileShape = { least: 72, gap: 8, inset: 12 };
/** A mouse drags once it has moved some pixels; a finger once it has rested some milliseconds, for otherwise it scrolls. */
const MOUSE = { activationConstraint: { distance: 4 } };
const FINGER = { activationConstraint: { delay: 250, tolerance: 8 } };
/** A tile is where its transform puts it, and moves about while it is dragged. */
const MEASURING = { draggable: { measure: (element: HTMLElement) => getClientRect(element) } };
const AUTO_SCROLL = { layoutShiftCompensation: false };
/** What happens is told below, in titles and numbers. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** The chosen photos, put in order by dragging, by keys, or by number. Thousands of them are as quick as a few. */
export function SelectedPhotos({ ids, known, gone: goneBefore, onChange, onRemove }: SelectedPhotosProps) {
  const box = useRef<HTMLDivElement>(null);
  const tiles = useTiles(box, ids.length, SHAPE);
  const roving = useRovingTile(box, ids.length, tiles);
  const markOf = usePhotoMark();
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, FINGER));
  const hint = useId();

  const places = useMemo(() => placesOf(ids), [ids]);
  // What has the focus stays, also when it is scrolled out of sight.
  const indices = new Set([...tiles.shown, roving.stop]);
  const unknown = useUnknownPhotos([...indices].map((index) => ids[index]!).filter((id) => !known.photoOf(id)));
  const photoOf = (id: number) => known.photoOf(id) ?? unknown.found.get(id);
  const titleOf = (id: number) => photoOf(id)?.title ?? `Photo ${places.get(id)}`;
  const sorting = useSorting(ids, tiles, titleOf, onChange);
  const { lift, order } = sorting;

  if (lift) indices.add(lift.to);
  const shown = [...indices].map((index) => ({ id: order[index]!, index }));
  // On its way a photo keeps its element where it is: one that moves in the document loses the finger and the focus.
  shown.sort((a, b) => places.get(a.id)! - places.get(b.id)!);
  const isGone = (id: number) => goneBefore.has(id) || unknown.gone.has(id);

  const remove = (index: number) => {
    onRemove(ids[index]!);
    if (ids.length > 1) roving.focus(Math.min(index, ids.length - 2));
  };
  const drop = () => {
    if (lift) roving.focus(lift.to);
    sorting.drop();
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-tile]')) return;
    const { key, repeat } = event;
    const isLifted = lift?.by === 'keys';
    const to = roving.stepOf(key);
    if (to !== undefined) {
      if (isLifted) sorting.carryTo(to);
      roving.focus(to);
    } else if (key === ' ' || key === 'Enter') {
      if (repeat) event.preventDefault();
      else if (isLifted) drop();
      else sorting.liftByKeys(roving.stop);
    } else if (key === 'Escape' && isLifted) {
      roving.focus(lift.from);
      sorting.cancel();
    } else if ((key === 'Delete' || key === 'Backspace') && !lift) {
      remove(roving.stop);
    } else return;
    event.preventDefault();
  };
  const click = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>('[data-remove]');
    if (button) remove(Number(button.dataset['remove']));
    // A finger leaves the focus where it was.
    else roving.settle(tileOf(target) ?? roving.stop);
  };

  // The focus is at the place that a photo is carried to.
  const current = lift?.by === 'keys' ? lift.id : ids[roving.stop]!;
  return (
    <DndContext
      sensors={sensors}
      measuring={MEASURING}
      autoScroll={AUTO_SCROLL}
      accessibility={SILENT}
      {...sorting.dragging}
    >
      <div ref={box} className={styles.box}>
        <ol
          className={styles.photos}
          style={{ blockSize: tiles.height }}
          aria-label="Selected photos in order"
          onKeyDown={press}
          onClick={click}
          onFocus={({ target }) => lift || roving.settle(tileOf(target) ?? roving.stop)}
          onBlur={() => lift?.by === 'keys' && sorting.drop()}
        >
          {shown.map(({ id, index }) => {
            const photo = photoOf(id);
            return (
              <SelectedPhoto
                key={id}
                id={id}
                photo={photo}
                mark={photo && markOf(photo)}
                gone={isGone(id)}
                index={index}
                count={ids.length}
                isLifted={lift?.id === id}
                isCurrent={index === roving.stop}
                describedBy={hint}
                {...tiles.placeOf(index)}
                {...tiles.tile}
              />
            );
          })}
        </ol>
      </div>
      {unknown.retry && (
        <div className={styles.failed}>
          <InlineFailure>Failed to fetch photos</InlineFailure>
          <Button onClick={unknown.retry}>Try Again</Button>
        </div>
      )}
      <p id={hint} className="visually-hidden">
        To move it press Space, then the arrow keys, Home or End, and Space again. Delete takes it out.
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {sorting.news}
      </p>
      {ids.length > 1 && (
        <MoveToPlace
          key={current}
          title={titleOf(current)}
          index={roving.stop}
          count={ids.length}
          onMove={(to) => {
            roving.settle(to);
            tiles.reveal(to);
            sorting.move(roving.stop, to);
          }}
        />
      )}
      <DragOverlay dropAnimation={null}>
        {lift?.by === 'pointer' && (
          <span className={styles.held}>
            <Thumbnail photo={photoOf(lift.id)} mark={undefined} size="small" />
            <PlaceLabel index={lift.to} />
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}
