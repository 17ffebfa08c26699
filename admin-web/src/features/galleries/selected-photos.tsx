import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { PhotoView } from '@portfolio/contracts';
import { IconButton } from '@portfolio/ui';
import { useAdmin } from '../../app/admin-context.ts';
import styles from './selected-photos.module.css';

export interface SelectedPhotosProps {
  /** In the gallery's order. */
  photos: PhotoView[];
  /** Ids of those that exist no more, and can only be taken out. */
  gone: ReadonlySet<number>;
  /** The photo is to stand where the one with the id `place` stands. */
  onMove: (id: number, place: number) => void;
  onRemove: (id: number) => void;
}

/** Pixels that a pointer moves before it is a drag and no longer a click. */
const DRAG_DISTANCE = 4;

/** The chosen photos in a strip, put in order by dragging, or by Space, the arrow keys and Space again. */
export function SelectedPhotos({ photos, gone, onMove, onRemove }: SelectedPhotosProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = photos.map(({ id }) => id);

  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announcementsFor(photos) }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ol className={styles.strip} aria-label="Selected photos in order">
          {photos.map((photo, index) => (
            <SelectedPhoto
              key={photo.id}
              photo={photo}
              order={index + 1}
              gone={gone.has(photo.id)}
              onRemove={() => onRemove(photo.id)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface SelectedPhotoProps {
  photo: PhotoView;
  order: number;
  gone: boolean;
  onRemove: () => void;
}

function SelectedPhoto({ photo, order, gone, onRemove }: SelectedPhotoProps) {
  const { api } = useAdmin();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.id,
  });
  return (
    <li
      ref={setNodeRef}
      className={[styles.item, isDragging && styles.dragged, gone && styles.gone].filter(Boolean).join(' ')}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.photo}
        {...attributes}
        {...listeners}
        aria-label={`Move ${photo.title}, number ${order}${gone ? ', which exists no more' : ''}`}
      >
        {gone && <span className={styles.lost}>Deleted</span>}
        {!gone && photo.small_thumbnail_url && (
          <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" draggable={false} />
        )}
        <span className={styles.order}>{order}</span>
      </button>
      <span className={styles.remove}>
        <IconButton label={`Remove ${photo.title}`} icon="close" onClick={onRemove} />
      </span>
    </li>
  );
}

/** What a screen reader says along the way, in titles and places. */
function announcementsFor(photos: PhotoView[]): Announcements {
  const title = (id: UniqueIdentifier) => photos.find((photo) => photo.id === id)?.title ?? 'The photo';
  const place = (id: UniqueIdentifier) => photos.findIndex((photo) => photo.id === id) + 1;
  return {
    onDragStart: ({ active }) => `${title(active.id)} picked up, number ${place(active.id)} of ${photos.length}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over number ${place(over.id)} of ${photos.length}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${title(active.id)} is now number ${place(over?.id ?? active.id)} of ${photos.length}.`,
    onDragCancel: ({ active }) => `${title(active.id)} went back to number ${place(active.id)}.`,
  };
}
