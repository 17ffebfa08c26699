import { Button, InlineFailure, Notice, Spinner } from '@portfolio/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { PhotoView } from '@portfolio/contracts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { ChoiceBar, type ChoiceLook } from './choice-bar.tsx';
import { PhotoChoices } from './photo-choices.tsx';
import styles from './photo-picker.module.css';
import { withAll } from './selection.ts';
import { SelectedPhotos } from './selected-photos.tsx';
import { useKnownPhotos } from './use-photos-by-id.ts';
import { usePhotoChoices, type ChoiceFilter } from './use-photo-choices.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

/** Milliseconds without a letter before the server is asked. */
const TYPING_PAUSE = 200;

export interface PhotoPickerProps {
  /** Ids in the gallery's order. */
  selected: number[];
  onChange: (selected: number[]) => void;
  /** Photos that may be among the selected from the start. */
  known: PhotoView[];
  /** Ids of selected photos that exist no more. */
  gone: ReadonlySet<number>;
  error: string | undefined;
}

/** Photos to choose from, in the order in which they are chosen, and the chosen ones to put in another. */
export function PhotoPicker({ selected, onChange, known: first, gone, error }: PhotoPickerProps) {
  const [filter, setFilter] = useState<ChoiceFilter>({ search: '', gallery: undefined });
  const [look, setLook] = useState<ChoiceLook>({ size: 'small', view: 'grid' });
  const [cleared, setCleared] = useState<number[]>([]);
  const [selectsAll, setSelectsAll] = useState(false);
  const known = useKnownPhotos(first);
  const search = useDebouncedValue(filter.search.trim(), TYPING_PAUSE);
  const choices = usePhotoChoices({ search, gallery: filter.gallery }, (photo) => known.learn([photo]));
  const title = useRef<HTMLHeadingElement>(null);
  const hint = useId();

  const subject = `${filter.gallery} ${search}`;
  const latest = useRef({ subject, selected });
  useEffect(() => {
    latest.current = { subject, selected };
  });

  const select = (ids: number[]) => {
    setCleared([]);
    const chosen = new Set(ids);
    known.learn(choices.photos.filter(({ id }) => chosen.has(id)));
    onChange(ids);
  };
  const selectAll = async () => {
    setSelectsAll(true);
    const photos = await choices.all().catch(() => undefined);
    setSelectsAll(false);
    // Meanwhile it may be others that are shown.
    if (!photos || latest.current.subject !== subject) return;
    known.learn(photos);
    onChange(
      withAll(
        latest.current.selected,
        photos.map(({ id }) => id),
      ),
    );
  };
  const clearOrUndo = () => {
    setCleared(selected);
    onChange(selected.length > 0 ? [] : cleared);
  };
  const remove = (id: number) => {
    if (selected.length === 1) title.current?.focus();
    onChange(selected.filter((other) => other !== id));
  };

  return (
    <section className={styles.picker} aria-labelledby={`${hint}-title`}>
      <header className={styles.header}>
        <h3 ref={title} tabIndex={-1} id={`${hint}-title`} className={styles.title}>
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
        <SelectedPhotos ids={selected} known={known} gone={gone} onChange={onChange} onRemove={remove} />
      ) : (
        <p className={styles.none}>Please select at least one photo for the gallery</p>
      )}
      {error && <InlineFailure>{error}</InlineFailure>}
      <ChoiceBar filter={filter} onFilter={setFilter} look={look} onLook={setLook} />
      {choices.isPending && <Spinner label="Loading photos" />}
      {choices.isFailed && (
        <Notice
          tone="failure"
          title="Failed to fetch photos"
          action={<Button onClick={choices.retry}>Try Again</Button>}
        />
      )}
      {!choices.isPending && !choices.isFailed && choices.total === 0 && (
        <NoChoices isNarrowed={subject !== 'undefined '} />
      )}
      {choices.total > 0 && (
        <div>
          <div className={styles.shown}>
            <p role="status">{formatPhotoCount(choices.total)}</p>
            <Button
              variant="quiet"
              busy={selectsAll || choices.isStale}
              busyLabel={selectsAll ? 'Selecting...' : undefined}
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
            {...look}
            isStale={choices.isStale}
            subject={subject}
            describedBy={hint}
            onSelect={select}
            onSelectAll={() => void selectAll()}
            onMore={choices.more}
          />
          {choices.hasMoreFailed && (
            <div className={styles.more}>
              <InlineFailure>Failed to fetch photos</InlineFailure>
              <Button onClick={choices.retryMore}>Try Again</Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function NoChoices({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <Notice title="No photos found">
      {isNarrowed ? 'Try other words, or another gallery.' : 'Upload photos first, then gather them here.'}
    </Notice>
  );
}
