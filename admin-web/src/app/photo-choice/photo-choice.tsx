import { failureMessage, photoPagesQuery, photoQuery } from '@portfolio/api-client';
import { LIMITS, type PhotoView } from '@portfolio/contracts';
import { Button, Dialog, focalPointStyle, InlineFailure, Notice, Spinner, TextField } from '@portfolio/ui';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { LoadMore } from '../components/paged-list.tsx';
import { photosOf } from '../data/photo-pages.ts';
import { FieldGroup } from '../forms/field-group.tsx';
import { DialogBody } from '../forms/form-dialog.tsx';
import { usePhotoVisibility } from '../galleries.tsx';
import { useAdmin } from '../layout/admin-context.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';
import styles from './photo-choice.module.css';

const PAGE_SIZE = 24;

interface PhotoChoiceProps {
  /** @example "Portrait" */
  label: string;
  /** Id of the photo; null for none. */
  value: number | null;
  error?: string | undefined;
  onChange: (id: number | null) => void;
}

/** Field for one of the photos, chosen in a dialog. */
export function PhotoChoice({ label, value, error, onChange }: PhotoChoiceProps) {
  const { api } = useAdmin();
  const { hiddenReason } = usePhotoVisibility();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = useQuery({ ...photoQuery(api, value ?? 0), enabled: value !== null });
  const { data: photo } = chosen;
  const chooseButton = useRef<HTMLButtonElement>(null);
  const remove = () => {
    onChange(null);
    // The focused button is about to be removed.
    chooseButton.current?.focus();
  };
  return (
    <FieldGroup legend={label}>
      <p className={styles.hint}>One of your photos. Unlisted photos can be used, too: they appear in no gallery.</p>
      {photo && value !== null && (
        <p className={styles.chosen}>
          <Thumbnail photo={photo} />
          <span dir="auto">{photo.title}</span>
          {hiddenReason(photo) && <span>Not public: visitors do not see it here.</span>}
        </p>
      )}
      {chosen.error && (
        <LoadFailure
          title={failureMessage(chosen.error, 'Failed to fetch the photo')}
          isInline
          busy={chosen.isFetching}
          onRetry={() => void chosen.refetch()}
        />
      )}
      <div className={styles.actions}>
        <Button ref={chooseButton} onClick={() => setChoosing(true)}>
          {value === null ? 'Choose' : 'Replace'} {label}
        </Button>
        {value !== null && (
          <Button icon="trash" onClick={remove}>
            Remove {label}
          </Button>
        )}
      </div>
      {error && <InlineFailure>{error}</InlineFailure>}
      {isChoosing && (
        <PhotoDialog
          title={`Choose ${label}`}
          onChoose={({ id }) => {
            onChange(id);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </FieldGroup>
  );
}

export function PhotoTitle({ id }: { id: number }) {
  const { data: photo } = useQuery(photoQuery(useAdmin().api, id));
  return <span dir="auto">{photo?.title ?? `Photo ${id}`}</span>;
}

interface PhotoDialogProps {
  title: string;
  onChoose: (photo: PhotoView) => void;
  onClose: () => void;
}

function PhotoDialog({ title, onChoose, onClose }: PhotoDialogProps) {
  const { api } = useAdmin();
  const [search, setSearch] = useState('');
  const wanted = useDebouncedValue(search.trim());
  const query = { limit: PAGE_SIZE, status: 'ready' as const, ...(wanted && { search: wanted }) };
  const pages = useInfiniteQuery({ ...photoPagesQuery(api, query), placeholderData: keepPreviousData });
  const photos = photosOf(pages.data);
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <DialogBody>
        <TextField
          label="Search photos"
          type="search"
          placeholder="Title or description"
          autoComplete="off"
          maxLength={LIMITS.title}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter does not submit the form around the dialog.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {pages.isPending && <Spinner label="Loading photos" />}
        {pages.isError && !pages.isFetchNextPageError && (
          <LoadFailure
            title="Failed to fetch photos"
            isInline={photos.length > 0}
            busy={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        )}
        {pages.isSuccess && photos.length === 0 && (
          <Notice title="No photos found">{wanted ? 'Try other words.' : 'Upload photos first.'}</Notice>
        )}
        <ul className={styles.photos} aria-label="Photos to choose from">
          {photos.map((photo) => (
            <li key={photo.id}>
              <button type="button" className={styles.photo} onClick={() => onChoose(photo)}>
                <Thumbnail photo={photo} />
                <span dir="auto">{photo.title}</span>
              </button>
            </li>
          ))}
        </ul>
        <LoadMore query={pages} />
      </DialogBody>
    </Dialog>
  );
}

function Thumbnail({ photo }: { photo: PhotoView }) {
  const { api } = useAdmin();
  const address = photo.small_thumbnail_url;
  return (
    address && <img className={styles.thumbnail} src={api.fileAddress(address)} alt="" style={focalPointStyle(photo)} />
  );
}
