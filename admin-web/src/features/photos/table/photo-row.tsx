import type { PhotoView } from '@portfolio/contracts';
import { memo, useId } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { Cell, Row } from '../../../app/table/table.tsx';
import type { PhotoActions } from '../list/photo-card.tsx';
import { COLUMNS, textsOf, type Column } from './columns.ts';
import styles from './photo-table.module.css';
import type { Draft, PhotoDrafts } from './use-photo-drafts.ts';

interface PhotoRowProps {
  photo: PhotoView;
  draft: Draft | undefined;
  isSelected: boolean;
  toggle: PhotoActions['toggle'];
  fill: PhotoDrafts['fill'];
}

/** Row of the photo table. */
export const PhotoRow = memo(function PhotoRow({ photo, draft, isSelected, toggle, fill }: PhotoRowProps) {
  const { api } = useAdmin();
  const texts = { ...textsOf(photo), ...draft?.texts };
  return (
    <Row>
      <Cell kind="main">
        <label className={styles.photo}>
          <input
            type="checkbox"
            aria-label={`Select ${photo.title}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => toggle(photo.id, (nativeEvent as MouseEvent).shiftKey)}
          />
          {photo.small_thumbnail_url ? (
            <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" loading="lazy" className={styles.image} />
          ) : (
            <span className={styles.image} />
          )}
        </label>
        {draft?.failure && (
          <p role="alert" className={styles.error}>
            {draft.failure}
          </p>
        )}
      </Cell>
      {COLUMNS.map(({ name, label }) => (
        <Cell key={name} label={label}>
          <CellField
            column={name}
            label={`${label} of ${photo.title}`}
            photo={photo}
            text={texts[name]}
            isChanged={draft?.texts[name] !== undefined}
            error={draft?.errors[name]}
            onChange={(text) => fill([{ photo, column: name, text }])}
          />
        </Cell>
      ))}
    </Row>
  );
});

interface CellFieldProps {
  column: Column;
  label: string;
  photo: PhotoView;
  text: string;
  isChanged: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Field of one cell, with its message below. */
function CellField({ column, label, photo, text, isChanged, error, onChange }: CellFieldProps) {
  const errorId = useId();
  const props = {
    'aria-label': isChanged ? `${label}, changed` : label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
    'data-photo': photo.id,
    'data-column': column,
    'data-changed': isChanged || undefined,
  };
  const isArea = column === 'description' || column === 'alt_text';
  return (
    <div className={styles.cell} data-kind={column}>
      {column === 'is_for_sale' && (
        <input
          type="checkbox"
          {...props}
          checked={text === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : 'no')}
        />
      )}
      {isArea && (
        <textarea
          {...props}
          dir="auto"
          rows={1}
          className={styles.field}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {!isArea && column !== 'is_for_sale' && (
        <input
          type="text"
          {...props}
          dir="auto"
          autoComplete="off"
          inputMode={column === 'selling_price' ? 'decimal' : undefined}
          className={styles.field}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
