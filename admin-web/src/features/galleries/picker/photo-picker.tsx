import { LIMITS } from '@portfolio/contracts';
import { Button, InlineFailure, Notice, Segments, SelectField, Spinner, TextField } from '@portfolio/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { GalleryOptions } from '../../../app/galleries.tsx';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { useDebouncedValue } from '../../../app/use-debounced-value.ts';
import { PhotoChoices, type ChoiceLayout } from './photo-choices.tsx';
import styles from './photo-picker.module.css';
import { SelectedPhotos } from './selected-photos.tsx';
import type { Sequence } from './sequence.ts';
import { usePhotoChoices, type PickerFilter } from './use-photo-choices.ts';
import type { PhotosById } from './use-photos-by-id.ts';

type PickerOptions = PickerFilter & ChoiceLayout;

interface PhotoPickerProps {
  sequence: Sequence;
  photosById: PhotosById;
}

/** Selects photos for a gallery, and orders the selected ones. */
export function PhotoPicker({ sequence, photosById }: PhotoPickerProps) {
  const { ids: selected, setIds: onChange, error } = sequence;
  const [options, setOptions] = useState<PickerOptions>({
    search: '',
    gallery: undefined,
    size: 'small',
    view: 'grid',
  });
  const { gallery, size, view } = options;
  const [cleared, setCleared] = useState<number[]>([]);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const search = useDebouncedValue(options.search.trim());
  const processing = selected.filter((id) => photosById.get(id)?.status === 'processing');
  const choices = usePhotoChoices({ search, gallery }, processing, (photo) => photosById.add([photo]));
  const title = useRef<HTMLHeadingElement>(null);
  const hint = useId();

  const filterKey = `${gallery} ${search}`;
  const latest = useRef({ filterKey, sequence });
  useEffect(() => {
    latest.current = { filterKey, sequence };
  });

  const choicesBox = useRef<HTMLDivElement>(null);
  const topBefore = useRef<number>(undefined);
  // The list of selected photos grows: the choices below stay under the pointer.
  useLayoutEffect(() => {
    const before = topBefore.current;
    topBefore.current = undefined;
    if (before === undefined) return;
    // The list measures itself in effects of its own.
    requestAnimationFrame(() => {
      const box = choicesBox.current;
      const dialog = box?.closest('dialog');
      if (dialog) dialog.scrollTop += box!.getBoundingClientRect().top - before;
    });
  }, [selected]);
  const noteTop = () => (topBefore.current = choicesBox.current?.getBoundingClientRect().top);
  const select = (ids: number[]) => {
    noteTop();
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
    noteTop();
    now.setIds([...new Set([...now.ids, ...photos.map(({ id }) => id)])]);
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
        <SelectedPhotos sequence={sequence} photosById={photosById} onRemove={remove} />
      ) : (
        <p className={styles.none}>Please select at least one photo for the gallery</p>
      )}
      {error && <InlineFailure>{error}</InlineFailure>}
      <PickerToolbar options={options} onChange={(changes) => setOptions({ ...options, ...changes })} />
      {choices.isLoading && <Spinner label="Loading photos" />}
      {!choices.isLoading && !choices.isFailed && choices.total === 0 && (
        <Notice title="No photos found">
          {search || gallery ? 'Try other words, or another gallery.' : 'Upload photos first, then gather them here.'}
        </Notice>
      )}
      {choices.total > 0 && (
        <div ref={choicesBox}>
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
            size={size}
            view={view}
            isStale={choices.isStale}
            filterKey={filterKey}
            describedBy={hint}
            onSelect={select}
            onSelectAll={() => void selectAll()}
            onMore={choices.more}
          />
        </div>
      )}
      {choices.isFailed && (
        <LoadFailure
          title="Failed to fetch photos"
          isInline={choices.total > 0}
          busy={choices.isFetching}
          onRetry={choices.retry}
        />
      )}
    </section>
  );
}

interface PickerToolbarProps {
  options: PickerOptions;
  onChange: (changes: Partial<PickerOptions>) => void;
}

/** Search, gallery filter and layout of the photo picker. */
function PickerToolbar({ options: { search, gallery, size, view }, onChange }: PickerToolbarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter does not submit the form. Escape clears the search before it closes the dialog.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape' && search) {
      event.preventDefault();
      onChange({ search: '' });
    }
  };

  return (
    <div className={styles.toolbar}>
      <TextField
        label="Search photos"
        type="search"
        placeholder="Title or description"
        maxLength={LIMITS.title}
        value={search}
        onChange={({ target }) => onChange({ search: target.value })}
        onKeyDown={onKeyDown}
      />
      <SelectField
        label="Gallery"
        value={gallery ?? ''}
        onChange={({ target }) => onChange({ gallery: Number(target.value) || undefined })}
      >
        <GalleryOptions none="All Galleries" />
      </SelectField>
      <div className={styles.layout}>
        <Segments
          label="Thumbnail size"
          value={size}
          onChange={(next) => onChange({ size: next })}
          options={[
            { value: 'small', label: 'Small' },
            { value: 'large', label: 'Large' },
          ]}
        />
        <Segments
          label="View"
          value={view}
          onChange={(next) => onChange({ view: next })}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </div>
    </div>
  );
}
