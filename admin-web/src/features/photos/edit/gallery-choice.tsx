import type { PhotoView } from '@portfolio/contracts';
import { Checkbox, InlineFailure, TextField } from '@portfolio/ui';
import { useState } from 'react';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { useGalleries } from '../../../app/galleries.tsx';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import styles from './photo-fields.module.css';

/** Minimum number of galleries for a search field. */
const MIN_FOR_SEARCH = 8;

interface GalleryChoiceProps {
  value: number[];
  /** Galleries of the photo, shown until all are loaded. */
  initial: PhotoView['galleries'];
  error: string | undefined;
  onChange: (value: number[]) => void;
}

/** Checkboxes of all galleries, with a search. */
export function GalleryChoice({ value, initial, error, onChange }: GalleryChoiceProps) {
  const { data, isError, refetch } = useGalleries();
  const galleries = data ?? initial;
  const [search, setSearch] = useState('');
  const found = galleries.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (id: number) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id].sort((a, b) => a - b));
  return (
    <FieldGroup legend="Galleries">
      {galleries.length >= MIN_FOR_SEARCH && (
        <TextField
          type="search"
          label="Find a gallery"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter does not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {found.length > 0 && (
        <ul className={styles.galleries}>
          {found.map(({ id, title }) => (
            <li key={id}>
              <Checkbox label={title} checked={value.includes(id)} onChange={() => toggle(id)} />
            </li>
          ))}
        </ul>
      )}
      {!data && isError && <LoadFailure isInline title="Failed to load galleries" onRetry={() => void refetch()} />}
      {data && found.length === 0 && <p className={styles.none}>No galleries found</p>}
      {error && <InlineFailure>{error}</InlineFailure>}
    </FieldGroup>
  );
}
