import { photoPagesQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Dialog, focusStyle, Notice, Spinner, TextField } from '@portfolio/ui';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { LoadMore } from '../../../app/components/paged-list.tsx';
import { photosOf } from '../../../app/data/photo-pages.ts';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './portrait-setting.module.css';
import type { Texts } from './text-groups.ts';

const PAGE_SIZE = 24;

/** Portrait of the about page: one of the photos. */
export function PortraitSetting({ form }: { form: UseFormReturn<Texts> }) {
  const { api } = useAdmin();
  const { field } = useController({ control: form.control, name: 'about_portrait' });
  const [isChoosing, setChoosing] = useState(false);
  const { data: photo } = useQuery({ ...photoQuery(api, Number(field.value)), enabled: field.value !== '' });
  return (
    <FieldGroup legend="Portrait">
      <p className={styles.hint}>One of your photos. An unlisted photo is shown here, and in no gallery.</p>
      {photo && field.value !== '' && (
        <p className={styles.chosen}>
          <Thumbnail photo={photo} />
          <span dir="auto">{photo.title}</span>
          {photo.visibility === 'hidden' && <span>Hidden: visitors do not see it.</span>}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setChoosing(true)}>{field.value ? 'Replace Portrait' : 'Choose Portrait'}</Button>
        {field.value && (
          <Button icon="trash" onClick={() => field.onChange('')}>
            Remove Portrait
          </Button>
        )}
      </div>
      {isChoosing && (
        <PhotoDialog
          onChoose={({ id }) => {
            field.onChange(String(id));
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </FieldGroup>
  );
}

function PhotoDialog({ onChoose, onClose }: { onChoose: (photo: PhotoView) => void; onClose: () => void }) {
  const { api } = useAdmin();
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const query = { limit: PAGE_SIZE, status: 'ready' as const, ...(wanted && { search: wanted }) };
  const pages = useInfiniteQuery({ ...photoPagesQuery(api, query), placeholderData: keepPreviousData });
  const photos = photosOf(pages.data);
  return (
    <Dialog title="Choose Portrait" size="large" onClose={onClose}>
      <TextField
        label="Search photos"
        type="search"
        placeholder="Title or description"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter does not submit the form of the texts.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {pages.isPending && <Spinner label="Loading photos" />}
      {pages.isError && <LoadFailure title="Failed to fetch photos" onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && photos.length === 0 && <Notice title="No photos found">Try other words.</Notice>}
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
    </Dialog>
  );
}

function Thumbnail({ photo }: { photo: PhotoView }) {
  const { api } = useAdmin();
  const address = photo.small_thumbnail_url;
  return (
    address && <img className={styles.thumbnail} src={api.fileAddress(address)} alt="" style={focusStyle(photo)} />
  );
}
