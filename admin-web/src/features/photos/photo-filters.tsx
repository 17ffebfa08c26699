import { LIMITS, PHOTO_STATUSES } from '@portfolio/contracts';
import { Checkbox, SelectField, TextField } from '@portfolio/ui';
import { useRef } from 'react';
import { GalleryOptions } from '../../app/gallery-options.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import styles from './photo-filters.module.css';
import type { PhotoFilterState } from './use-photo-filter.ts';

const STATUS_NAMES = { processing: 'Processing', ready: 'Ready', failed: 'Failed' };

/** Narrows the list by words, gallery, status, and to what is for sale. `/` leads to the search. */
export function PhotoFilters({ filter, typed, type, choose }: PhotoFilterState) {
  const search = useRef<HTMLInputElement>(null);
  useShortcuts('Photos', [{ keys: '/', label: 'Search', run: () => search.current?.focus() }]);
  return (
    <div role="search" aria-label="Photos" className={styles.filters}>
      <div className={styles.search}>
        <TextField
          ref={search}
          type="search"
          label="Search"
          placeholder="Title or description"
          maxLength={LIMITS.title}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <SelectField
        label="In gallery"
        value={filter.galleryId ?? ''}
        onChange={({ target }) => choose({ galleryId: Number(target.value) || undefined })}
      >
        <GalleryOptions none="All Galleries" />
      </SelectField>
      <SelectField
        label="Status"
        value={filter.status ?? ''}
        onChange={({ target }) => choose({ status: PHOTO_STATUSES.find((status) => status === target.value) })}
      >
        <option value="">All</option>
        {PHOTO_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </SelectField>
      <div className={styles.sale}>
        <Checkbox
          label="For sale only"
          checked={filter.isForSale}
          onChange={({ target }) => choose({ isForSale: target.checked })}
        />
      </div>
    </div>
  );
}
