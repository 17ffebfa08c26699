import { DndContext, DragOverlay, getClientRect, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { Button } from '@portfolio/ui';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { useSorting } from '../../../app/use-sorting.ts';
import type { TileShape } from '../../../app/virtual-grid/grid-layout.ts';
import { tileOf, useRovingTile } from '../../../app/virtual-grid/use-roving-tile.ts';
import { useBoxGrid } from '../../../app/virtual-grid/use-virtual-grid.ts';
import { InterludeBar, InterludeEditor, interludeTitle } from './interlude-bar.tsx';
import { MoveToPosition, PositionLabel, SelectedPhoto } from './selected-photo.tsx';
import styles from './selected-photos.module.css';
import { indexOfNumber, interludeOf, isPhoto, numbersOf, placeOf, type Sequence } from './sequence.ts';
import { Thumbnail, markOf } from './thumbnail.tsx';
import { usePhotos, type PhotosById } from './use-photos-by-id.ts';

interface SelectedPhotosProps {
  sequence: Sequence;
  photosById: PhotosById;
  onRemove: (id: number) => void;
}

/** Pixels. */
const SHAPE: TileShape = { minWidth: 72, gap: 8, inset: 12 };
/** A mouse drags after some pixels, a finger after some milliseconds. */
const MOUSE = { activationConstraint: { distance: 4 } };
const FINGER = { activationConstraint: { delay: 250, tolerance: 8 } };
/** Includes the transforms of the tiles. */
const MEASURING = { draggable: { measure: (element: HTMLElement) => getClientRect(element) } };
const AUTO_SCROLL = { layoutShiftCompensation: false };

/** Virtual list of the selected photos, with texts and pauses between them, ordered by drag and drop, keys or number. */
export function SelectedPhotos({ sequence, photosById, onRemove }: SelectedPhotosProps) {
  const { keys, interludes } = sequence;
  const box = useRef<HTMLDivElement>(null);
  const grid = useBoxGrid(box, keys.length, SHAPE);
  const roving = useRovingTile(box, keys.length, grid);
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, FINGER));
  const hint = useId();

  const indexByKey = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  // The focused tile stays rendered when it is scrolled out of view.
  const indices = new Set([...grid.rendered, roving.current]);
  const photos = usePhotos([...indices].map((index) => keys[index]!).filter(isPhoto), photosById);
  const titleOf = (id: number) => {
    const interlude = interludeOf(id, interludes);
    return interlude ? interludeTitle(interlude) : (photos.get(id)?.title ?? `Photo ${numbersOf(keys).get(id)}`);
  };
  const sorting = useSorting(keys, grid, titleOf, sequence.setKeys, placeOf);
  const { lift, order } = sorting;
  const numbers = numbersOf(order);
  const [newAt, setNewAt] = useState<number>();

  if (lift) indices.add(lift.to);
  const shown = [...indices].map((index) => ({ id: order[index]!, index }));
  // Document order stays during a drag: a moved element would lose the pointer and the focus.
  shown.sort((a, b) => indexByKey.get(a.id)! - indexByKey.get(b.id)!);
  const chosenCover = sequence.coverId;
  const coverId = chosenCover !== null && indexByKey.has(chosenCover) ? chosenCover : order.find(isPhoto);

  const remove = (index: number) => {
    onRemove(keys[index]!);
    if (keys.length > 1) roving.focus(Math.min(index, keys.length - 2));
  };
  const drop = () => {
    if (lift) roving.focus(lift.to);
    sorting.drop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-tile]')) return;
    const { key, repeat } = event;
    const isLifted = lift?.by === 'keys';
    const to = roving.indexAfterKey(key);
    if (to !== undefined) {
      if (isLifted) sorting.moveTo(to);
      roving.focus(to);
    } else if (key === ' ' || key === 'Enter') {
      if (repeat) event.preventDefault();
      else if (isLifted) drop();
      else sorting.liftByKeys(roving.current);
    } else if (key === 'Escape' && isLifted) {
      roving.focus(lift.from);
      sorting.cancel();
    } else if ((key === 'Delete' || key === 'Backspace') && !lift) {
      remove(roving.current);
    } else return;
    event.preventDefault();
  };
  const onClick = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>('[data-remove]');
    if (button) remove(Number(button.dataset['remove']));
    // A tap does not move the focus.
    else roving.setCurrent(tileOf(target) ?? roving.current);
  };

  // The focused position is that of the lifted photo.
  const current = lift?.by === 'keys' ? lift.id : keys[roving.current]!;
  const interlude = interludeOf(current, interludes);
  return (
    <DndContext
      sensors={sensors}
      measuring={MEASURING}
      autoScroll={AUTO_SCROLL}
      {...sorting.dragging}
      onDragEnd={() => {
        // The focus stays on the dragged tile. That of a text may become another element, because its key changes.
        if (lift?.by === 'pointer') (isPhoto(lift.id) ? roving.setCurrent : roving.focus)(lift.to);
        sorting.dragging.onDragEnd();
      }}
    >
      <div ref={box} className={styles.box}>
        <ol
          className={styles.photos}
          style={{ blockSize: grid.height }}
          aria-label="Selected photos in order"
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={({ target }) => {
            setNewAt(undefined);
            if (!lift) roving.setCurrent(tileOf(target) ?? roving.current);
          }}
          onBlur={() => lift?.by === 'keys' && sorting.drop()}
        >
          {shown.map(({ id, index }) => {
            const photo = photos.get(id);
            return (
              <SelectedPhoto
                key={id}
                id={id}
                number={numbers.get(id)}
                place={isPhoto(id) ? '' : placeOf(order, index)}
                interlude={interludeOf(id, interludes)}
                photo={photo}
                mark={photo && markOf(photo)}
                isDeleted={photos.isDeleted(id)}
                index={index}
                count={keys.length}
                isCover={id === coverId}
                isLifted={lift?.id === id}
                isCurrent={id === current}
                describedBy={hint}
                {...grid.positionOf(index)}
                {...grid.tile}
              />
            );
          })}
        </ol>
      </div>
      {keys.length > 1 && <p className={styles.line}>Drag photos to change their order.</p>}
      {photos.retry && <LoadFailure isInline title="Failed to fetch photos" onRetry={photos.retry} />}
      <p id={hint} className="visually-hidden">
        To move it press Space, then the arrow keys, Home or End, and Space again. Delete takes it out.
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {sorting.announcement}
      </p>
      {interlude ? (
        <InterludeEditor
          key={roving.current}
          interlude={interlude}
          isNew={newAt === roving.current}
          isBetween={keys.slice(0, roving.current).some(isPhoto) && keys.slice(roving.current).some(isPhoto)}
          onText={(text) => sequence.setText(current, text)}
        />
      ) : (
        numbers.size > 1 && (
          <MoveToPosition
            key={current}
            title={titleOf(current)}
            number={numbers.get(current) ?? 1}
            count={numbers.size}
            onMove={(number) => {
              const to = indexOfNumber(keys, current, number);
              roving.setCurrent(to);
              grid.scrollTo(to);
              sorting.move(roving.current, to);
            }}
          >
            {current === chosenCover ? (
              <Button onClick={() => sequence.setCoverId(null)}>Use the first photo as cover</Button>
            ) : (
              current !== coverId && <Button onClick={() => sequence.setCoverId(current)}>Use as cover</Button>
            )}
          </MoveToPosition>
        )
      )}
      <InterludeBar
        title={titleOf(current)}
        onInsert={(text) => {
          const at = roving.current + 1;
          sequence.insert(at, text);
          roving.setCurrent(at);
          setNewAt(at);
        }}
      />
      <DragOverlay dropAnimation={null}>
        {lift?.by === 'pointer' && (
          <span className={styles.dragged}>
            <Thumbnail photo={photos.get(lift.id)} mark={undefined} size="small" />
            {isPhoto(lift.id) && <PositionLabel number={numbers.get(lift.id)!} isCover={lift.id === coverId} />}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}
