import { photoPagesQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, InlineFailure, Notice, Segments, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
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
  const chosen = selected.map((id) => byId.get(id)).filter((photo): photo is PhotoView => photo !== undefined);
  const toggle = (id: number) =>
    onChange(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);

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
      {chosen.length > 0 && <SelectedPhotos photos={chosen} onReorder={onChange} onRemove={toggle} />}
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
            onToggle={() => toggle(photo.id)}
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
