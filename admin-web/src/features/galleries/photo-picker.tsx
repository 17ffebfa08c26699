import { arrayMove } from '@dnd-kit/sortable';
import { ApiError, photoPagesQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, InlineFailure, Notice, Segments, Spinner } from '@portfolio/ui';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { PickerPhoto, type PickerSize, type PickerView } from './picker-photo.tsx';
import styles from './photo-picker.module.css';
import { SelectedPhotos } from './selected-photos.tsx';

const PHOTOS_AT_A_TIME = 100;

export interface PhotoPickerProps {
  /** Ids in the gallery's order. */
  selected: number[];
  onChange: (selected: number[]) => void;
  error: string | undefined;
}

/** Photos to choose from, in the order in which they are clicked, and the chosen ones to put in another. */
export function PhotoPicker({ selected, onChange, error }: PhotoPickerProps) {
  const { api } = useAdmin();
  const [size, setSize] = useState<PickerSize>('small');
  const [view, setView] = useState<PickerView>('grid');
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    photoPagesQuery(api, { limit: PHOTOS_AT_A_TIME }),
  );
  const photos = data?.pages.flatMap((page) => page.photos) ?? [];
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  // What was chosen stays in sight when a fresher list no longer holds it.
  const [asChosen, setAsChosen] = useState<ReadonlyMap<number, PhotoView>>(new Map());
  const chosen = selected
    .map((id) => byId.get(id) ?? asChosen.get(id))
    .filter((photo): photo is PhotoView => photo !== undefined);
  const gone = useGone(data ? selected.filter((id) => !byId.has(id)) : []);

  const remove = (id: number) => onChange(selected.filter((other) => other !== id));
  const toggle = (photo: PhotoView) => {
    if (selected.includes(photo.id)) return remove(photo.id);
    setAsChosen(new Map(asChosen).set(photo.id, photo));
    onChange([...selected, photo.id]);
  };
  const move = (id: number, place: number) =>
    onChange(arrayMove(selected, selected.indexOf(id), selected.indexOf(place)));

  return (
    <section className={styles.picker} aria-labelledby="photo-picker">
      <header className={styles.header}>
        <div className={styles.summary}>
          <h3 id="photo-picker" className={styles.title}>
            Photos
          </h3>
          <p role="status" className={styles.count}>
            {selected.length === 0 ? 'None selected' : `${selected.length} selected`}
          </p>
        </div>
        <Segments
          label="Thumbnail size"
          value={size}
          onChange={setSize}
          options={[
            { value: 'small', label: 'Small' },
            { value: 'large', label: 'Large' },
          ]}
        />
        <Segments
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </header>
      {chosen.length > 0 && <SelectedPhotos photos={chosen} gone={gone} onMove={move} onRemove={remove} />}
      {error && <InlineFailure>{error}</InlineFailure>}
      {isPending && <Spinner label="Loading photos" />}
      {isError && !data && (
        <Notice
          tone="failure"
          title="Failed to fetch photos"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {data && photos.length === 0 && (
        <Notice title="No photos found">Upload photos first, then gather them here.</Notice>
      )}
      <ul className={`${styles[view]} ${styles[size]}`} aria-label="Photos to choose from">
        {photos.map((photo) => (
          <PickerPhoto
            key={photo.id}
            photo={photo}
            order={selected.indexOf(photo.id) + 1}
            size={size}
            view={view}
            onToggle={() => toggle(photo)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  );
}

/** Which of these photos exist no more. One that is missing from the list may only be further down than was loaded. */
function useGone(ids: number[]): ReadonlySet<number> {
  const { api } = useAdmin();
  const answers = useQueries({ queries: ids.map((id) => photoQuery(api, id)) });
  return new Set(ids.filter((_, index) => isNotFound(answers[index]?.error)));
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
