import { LIMITS } from '@portfolio/contracts';
import { Segments, SelectField, TextField } from '@portfolio/ui';
import type { KeyboardEvent } from 'react';
import { GalleryOptions } from '../../../app/galleries.tsx';
import styles from './picker-toolbar.module.css';
import type { ChoiceSize, ChoiceView } from './photo-choices.tsx';
import type { PickerFilter } from './use-photo-choices.ts';

export interface PickerLayout {
  size: ChoiceSize;
  view: ChoiceView;
}

export interface PickerToolbarProps {
  filter: PickerFilter;
  onFilter: (filter: PickerFilter) => void;
  layout: PickerLayout;
  onLayout: (layout: PickerLayout) => void;
}

/** Search, gallery filter and layout of the photo picker. */
export function PickerToolbar({ filter, onFilter, layout, onLayout }: PickerToolbarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter does not submit the form. Escape clears the search before it closes the dialog.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape' && filter.search) {
      event.preventDefault();
      onFilter({ ...filter, search: '' });
    }
  };

  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <TextField
          label="Search photos"
          type="search"
          placeholder="Title or description"
          maxLength={LIMITS.title}
          value={filter.search}
          onChange={({ target }) => onFilter({ ...filter, search: target.value })}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.gallery}>
        <SelectField
          label="Gallery"
          value={filter.gallery ?? ''}
          onChange={({ target }) => onFilter({ ...filter, gallery: Number(target.value) || undefined })}
        >
          <GalleryOptions none="All Galleries" />
        </SelectField>
      </div>
      <div className={styles.layout}>
        <Segments
          label="Thumbnail size"
          value={layout.size}
          onChange={(size) => onLayout({ ...layout, size })}
          options={[
            { value: 'small', label: 'Small' },
            { value: 'large', label: 'Large' },
          ]}
        />
        <Segments
          label="View"
          value={layout.view}
          onChange={(view) => onLayout({ ...layout, view })}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </div>
    </div>
  );
}
