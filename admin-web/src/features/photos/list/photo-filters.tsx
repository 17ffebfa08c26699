import { tagListQuery } from '@portfolio/api-client';
import { LIMITS, tagKey, type PhotoGap, type PhotoSort, type PhotoStatus } from '@portfolio/contracts';
import { Button, Checkbox, SelectField, TextField } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { GalleryOptions, useGalleries } from '../../../app/galleries.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { VISIBILITY_LABELS } from '../edit/visibility-choice.tsx';
import { galleryOption, oneOf, parseGallery } from './photo-filter.ts';
import styles from './photos-page.module.css';
import type { PhotoFilterState } from './use-photo-filter.ts';

const STATUS_LABELS: Record<PhotoStatus, string> = { processing: 'Processing', ready: 'Ready', failed: 'Failed' };

const GAP_LABELS: Record<PhotoGap, string> = { alt_text: 'No alt text', title: 'No title, or that of the file' };

const SORT_LABELS: Record<Exclude<PhotoSort, 'newest'>, string> = {
  oldest: 'Oldest',
  title: 'Title',
  file_name: 'File name',
  capture_date: 'Capture date',
};

/**
 * Filters and sort order of the photo list. On narrow screens a button shows and hides all but the search. `/` focuses the
 * search.
 */
export function PhotoFilters({ filter, typed, type, choose }: PhotoFilterState) {
  const search = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  const { data: known = [] } = useQuery(tagListQuery(useAdmin().api));
  // Renders the select again when its options arrive, so that it shows its value.
  const { data: galleries } = useGalleries();
  const isUnknown =
    galleries && filter.gallery_id !== undefined && !galleries.some(({ id }) => id === filter.gallery_id);
  // The filter may have another spelling of a known tag.
  const others = known.map(({ name }) => name).filter((name) => tagKey(name) !== tagKey(filter.tag ?? ''));
  const chosen = Object.entries(filter).filter(([name, value]) => name !== 'search' && value !== undefined).length;
  const tags = [...(filter.tag ? [filter.tag] : []), ...others];
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
        <span className={styles.toggle}>
          <Button icon="settings" aria-expanded={isOpen} aria-controls={choicesId} onClick={() => setOpen(!isOpen)}>
            {['Filters', ...(chosen > 0 ? [`(${chosen})`] : [])].join(' ')}
          </Button>
        </span>
      </div>
      <div id={choicesId} className={styles.choices} data-open={isOpen || undefined}>
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
        <Choice label="Status" value={filter.status} labels={STATUS_LABELS} onChoose={(status) => choose({ status })} />
        <Choice
          label="Visibility"
          value={filter.visibility}
          labels={VISIBILITY_LABELS}
          onChoose={(visibility) => choose({ visibility })}
        />
        <Choice
          label="Missing"
          value={filter.missing}
          labels={GAP_LABELS}
          onChoose={(missing) => choose({ missing })}
        />
        {tags.length > 0 && (
          <SelectField
            label="Tag"
            value={filter.tag ?? ''}
            onChange={({ target }) => choose({ tag: target.value || undefined })}
          >
            <option value="">All</option>
            {tags.map((tag) => (
              <option key={tag} value={tag} dir="auto">
                {tag}
              </option>
            ))}
          </SelectField>
        )}
        <Choice
          label="Sort by"
          none="Newest"
          value={filter.sort}
          labels={SORT_LABELS}
          onChoose={(sort) => choose({ sort })}
        />
        <Checkbox
          label="For sale only"
          checked={filter.for_sale ?? false}
          onChange={({ target }) => choose({ for_sale: target.checked || undefined })}
        />
      </div>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  /** Label of the empty option. */
  none?: string;
  value: string | undefined;
  labels: Record<T, string>;
  onChoose: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, none = 'All', value = '', labels, onChoose }: ChoiceProps<T>) {
  const values = Object.keys(labels) as T[];
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(oneOf(values, target.value))}>
      <option value="">{none}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </SelectField>
  );
}
