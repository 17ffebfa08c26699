import { LIMITS } from '@portfolio/contracts';
import { Segments, SelectField, TextField } from '@portfolio/ui';
import type { KeyboardEvent } from 'react';
import { GalleryOptions } from '../../../app/gallery-options.tsx';
import styles from './choice-bar.module.css';
import type { ChoiceSize, ChoiceView } from './photo-choice.tsx';
import type { ChoiceFilter } from './use-photo-choices.ts';

/** How the photos to choose from are looked at. */
export interface ChoiceLook {
  size: ChoiceSize;
  view: ChoiceView;
}

export interface ChoiceBarProps {
  filter: ChoiceFilter;
  onFilter: (filter: ChoiceFilter) => void;
  look: ChoiceLook;
  onLook: (look: ChoiceLook) => void;
}

/** What narrows the photos to choose from, and how they are shown. */
export function ChoiceBar({ filter, onFilter, look, onLook }: ChoiceBarProps) {
  const press = (event: KeyboardEvent) => {
    // Enter is not meant for the form around, nor Escape for the dialog while there is something to empty.
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
          onKeyDown={press}
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
      <div className={styles.look}>
        <Segments
          label="Thumbnail size"
          value={look.size}
          onChange={(size) => onLook({ ...look, size })}
          options={[
            { value: 'small', label: 'Small' },
            { value: 'large', label: 'Large' },
          ]}
        />
        <Segments
          label="View"
          value={look.view}
          onChange={(view) => onLook({ ...look, view })}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </div>
    </div>
  );
}
