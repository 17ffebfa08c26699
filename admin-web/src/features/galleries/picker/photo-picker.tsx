import { Button, InlineFailure, Notice, Spinner } from '@portfolio/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { useDebouncedValue } from '../../../app/use-debounced-value.ts';
import { PickerToolbar, type PickerLayout } from './picker-toolbar.tsx';
import { PhotoChoices } from './photo-choices.tsx';
import styles from './photo-picker.module.css';
import { withAll } from './selection.ts';
import { SelectedPhotos, type SelectedPhotosProps } from './selected-photos.tsx';
import type { Sequence } from './sequence.ts';
import { usePhotoChoices, type PickerFilter } from './use-photo-choices.ts';
import type { PhotosById } from './use-photos-by-id.ts';

export interface PhotoPickerProps extends Pick<SelectedPhotosProps, 'coverId' | 'onCoverChange'> {
  sequence: Sequence;
  photosById: PhotosById;
  /** Ids of selected photos that do not exist any more. */
  deletedPhotoIds: ReadonlySet<number>;
  error: string | undefined;
}

/** Selects photos for a gallery, and orders the selected ones. */
export function PhotoPicker({ sequence, photosById, deletedPhotoIds, error, ...cover }: PhotoPickerProps) {
  const { ids: selected, setIds: onChange } = sequence;
  const [filter, setFilter] = useState<PickerFilter>({ search: '', gallery: undefined });
  const [layout, setLayout] = useState<PickerLayout>({ size: 'small', view: 'grid' });
  const [cleared, setCleared] = useState<number[]>([]);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const search = useDebouncedValue(filter.search.trim());
  const processing = selected.filter((id) => photosById.get(id)?.status === 'processing');
  const choices = usePhotoChoices({ search, gallery: filter.gallery }, processing, (photo) => photosById.add([photo]));
  const title = useRef<HTMLHeadingElement>(null);
  const hint = useId();

  // The empty list of an earlier filter stays while the next one loads.
  const isLoading = choices.isPending || (choices.isStale && choices.total === 0);
  const filterKey = `${filter.gallery} ${search}`;
  const latest = useRef({ filterKey, sequence });
  useEffect(() => {
    latest.current = { filterKey, sequence };
  });

  const select = (ids: number[]) => {
    setCleared([]);
    const chosen = new Set(ids);
    photosById.add(choices.photos.filter(({ id }) => chosen.has(id)));
    onChange(ids);
  };
  const selectAll = async () => {
    setSelectingAll(true);
    const photos = await choices.all().catch(() => undefined);
    setSelectingAll(false);
    // The filter may have changed meanwhile.
    if (!photos || latest.current.filterKey !== filterKey) return;
    setCleared([]);
    photosById.add(photos);
    const { sequence: now } = latest.current;
    now.setIds(
      withAll(
        now.ids,
        photos.map(({ id }) => id),
      ),
    );
  };
  const clearOrUndo = () => {
    setCleared(selected);
    onChange(selected.length > 0 ? [] : cleared);
  };
  const remove = (id: number) => {
    // The list disappears with its last photo, and the focused tile with it.
    if (selected.length === 1 && selected[0] === id) title.current?.focus();
    sequence.setKeys(sequence.keys.filter((other) => other !== id));
  };

  return (
    <section className={styles.picker} aria-labelledby={`${hint}-title`}>
      <header className={styles.header}>
        <h3
          ref={(element) => {
            title.current = element;
            sequence.errorRef(element);
          }}
          tabIndex={-1}
          id={`${hint}-title`}
          className={styles.title}
        >
          Photos
        </h3>
        <p role="status" className={styles.count}>
          {selected.length === 0 ? 'None selected' : `${selected.length} selected`}
        </p>
        {(selected.length > 0 || cleared.length > 0) && (
          <Button variant="quiet" onClick={clearOrUndo}>
            {selected.length > 0 ? 'Clear selection' : 'Undo'}
          </Button>
        )}
      </header>
      {selected.length > 0 ? (
        <SelectedPhotos
          sequence={sequence}
          photosById={photosById}
          deletedPhotoIds={deletedPhotoIds}
          onRemove={remove}
          {...cover}
        />
      ) : (
        <p className={styles.none}>Please select at least one photo for the gallery</p>
      )}
      {error && <InlineFailure>{error}</InlineFailure>}
      <PickerToolbar filter={filter} onFilter={setFilter} layout={layout} onLayout={setLayout} />
      {isLoading && <Spinner label="Loading photos" />}
      {choices.isFailed && <LoadFailure title="Failed to fetch photos" onRetry={choices.retry} />}
      {!isLoading && !choices.isFailed && choices.total === 0 && (
        <Notice title="No photos found">
          {search || filter.gallery
            ? 'Try other words, or another gallery.'
            : 'Upload photos first, then gather them here.'}
        </Notice>
      )}
      {choices.total > 0 && (
        <div>
          <div className={styles.shown}>
            <p role="status">{formatPhotoCount(choices.total)}</p>
            <Button
              variant="quiet"
              busy={isSelectingAll || choices.isStale}
              busyLabel={isSelectingAll ? 'Selecting...' : undefined}
              onClick={() => void selectAll()}
            >
              Select all shown
            </Button>
            <p id={hint} className={styles.hint}>
              Shift selects a range: with a click, an arrow key or Space.
            </p>
          </div>
          <PhotoChoices
            photos={choices.photos}
            total={choices.total}
            selected={selected}
            {...layout}
            isStale={choices.isStale}
            filterKey={filterKey}
            describedBy={hint}
            onSelect={select}
            onSelectAll={() => void selectAll()}
            onMore={choices.more}
          />
          {choices.hasFetchFailed && <LoadFailure isInline title="Failed to fetch photos" onRetry={choices.retry} />}
        </div>
      )}
    </section>
  );
}
