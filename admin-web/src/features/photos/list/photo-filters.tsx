import { LIMITS, PHOTO_SORTS, PHOTO_STATUSES, type PhotoSort } from '@portfolio/contracts';
import { Checkbox, SelectField, TextField } from '@portfolio/ui';
import { useRef } from 'react';
import { GalleryOptions } from '../../../app/gallery-options.tsx';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { VISIBILITIES } from '../edit/visibility-choice.tsx';
import { parseGallery, parseSort } from './photo-filter.ts';
import styles from './photo-filters.module.css';
import type { PhotoFilterState } from './use-photo-filter.ts';

const STATUS_NAMES = { processing: 'Processing', ready: 'Ready', failed: 'Failed' };

const SORT_NAMES: Record<PhotoSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  title: 'Title',
  file_name: 'File name',
  capture_date: 'Capture date',
};

/** Filters and sort order of the photo list. `/` focuses the search. */
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
        onChange={({ target }) => choose({ galleryId: parseGallery(target.value) })}
      >
        <GalleryOptions none="All Galleries">
          <option value="none">No Gallery</option>
        </GalleryOptions>
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
      <SelectField
        label="Visibility"
        value={filter.visibility ?? ''}
        onChange={({ target }) =>
          choose({ visibility: VISIBILITIES.find(({ value }) => value === target.value)?.value })
        }
      >
        <option value="">All</option>
        {VISIBILITIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sort by"
        value={filter.sort}
        onChange={({ target }) => choose({ sort: parseSort(target.value) })}
      >
        {PHOTO_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_NAMES[sort]}
          </option>
        ))}
      </SelectField>
      <Checkbox
        label="For sale only"
        checked={filter.isForSale}
        onChange={({ target }) => choose({ isForSale: target.checked })}
      />
    </div>
  );
}
