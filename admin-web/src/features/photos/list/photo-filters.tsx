import { tagListQuery } from '@portfolio/api-client';
import {
  LIMITS,
  PHOTO_GAPS,
  PHOTO_STATUSES,
  PHOTO_VISIBILITIES,
  type PhotoGap,
  type PhotoSort,
  type PhotoStatus,
} from '@portfolio/contracts';
import { Checkbox, SelectField, TextField } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { GalleryOptions, useGalleries } from '../../../app/galleries.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { VISIBILITIES } from '../edit/visibility-choice.tsx';
import { galleryOption, parseGallery, parseSort } from './photo-filter.ts';
import styles from './photo-filters.module.css';
import type { PhotoFilterState } from './use-photo-filter.ts';

const STATUS_LABELS: Record<PhotoStatus, string> = { processing: 'Processing', ready: 'Ready', failed: 'Failed' };

const GAP_LABELS: Record<PhotoGap, string> = { alt_text: 'No alt text', title: 'No title, or that of the file' };

const SORT_LABELS: Record<PhotoSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  title: 'Title',
  file_name: 'File name',
  capture_date: 'Capture date',
};

const VISIBILITY_LABELS = Object.fromEntries(VISIBILITIES.map(({ value, label }) => [value, label]));

/** Filters and sort order of the photo list. `/` focuses the search. */
export function PhotoFilters({ filter, typed, type, choose }: PhotoFilterState) {
  const search = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useQuery(tagListQuery(useAdmin().api));
  // Renders the select again when its options arrive, so that it shows its value.
  const { data: galleries } = useGalleries();
  const isUnknown =
    galleries && filter.gallery_id !== undefined && !galleries.some(({ id }) => id === filter.gallery_id);
  const tags = new Set([...(filter.tag ? [filter.tag] : []), ...known.map(({ name }) => name)]);
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
        value={galleryOption(filter)}
        onChange={({ target }) => choose(parseGallery(target.value))}
      >
        <GalleryOptions none="All Galleries">
          <option value="none">No Gallery</option>
          {isUnknown && <option value={filter.gallery_id}>Deleted gallery</option>}
        </GalleryOptions>
      </SelectField>
      <SelectField
        label="Status"
        value={filter.status ?? ''}
        onChange={({ target }) => choose({ status: PHOTO_STATUSES.find((status) => status === target.value) })}
      >
        <option value="">All</option>
        <Options labels={STATUS_LABELS} />
      </SelectField>
      <SelectField
        label="Visibility"
        value={filter.visibility ?? ''}
        onChange={({ target }) => choose({ visibility: PHOTO_VISIBILITIES.find((one) => one === target.value) })}
      >
        <option value="">All</option>
        <Options labels={VISIBILITY_LABELS} />
      </SelectField>
      <SelectField
        label="Missing"
        value={filter.missing ?? ''}
        onChange={({ target }) => choose({ missing: PHOTO_GAPS.find((gap) => gap === target.value) })}
      >
        <option value="">All</option>
        <Options labels={GAP_LABELS} />
      </SelectField>
      {tags.size > 0 && (
        <SelectField
          label="Tag"
          value={filter.tag ?? ''}
          onChange={({ target }) => choose({ tag: target.value || undefined })}
        >
          <option value="">All</option>
          {[...tags].map((tag) => (
            <option key={tag} value={tag} dir="auto">
              {tag}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Sort by"
        value={filter.sort ?? 'newest'}
        onChange={({ target }) => choose({ sort: parseSort(target.value) })}
      >
        <Options labels={SORT_LABELS} />
      </SelectField>
      <Checkbox
        label="For sale only"
        checked={filter.for_sale ?? false}
        onChange={({ target }) => choose({ for_sale: target.checked || undefined })}
      />
    </div>
  );
}

/** Options by value. */
function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
