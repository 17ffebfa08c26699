import type { PhotoView } from '@portfolio/contracts';
import { IconButton, InlineFailure } from '@portfolio/ui';
import { memo, useId, type ChangeEvent } from 'react';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { Cell, Row } from '../../../app/table/table.tsx';
import type { PhotoActions } from '../list/photo-card.tsx';
import { COLUMNS, errorsOf, textsOf, type Column } from './columns.ts';
import styles from './photo-table.module.css';
import type { Draft, PhotoDrafts } from './use-photo-drafts.ts';

interface PhotoRowProps {
  photo: PhotoView;
  draft: Draft | undefined;
  /** A changed photo is shown outside of the list too, and cannot be selected there. */
  isListed: boolean;
  isSelected: boolean;
  actions: PhotoActions;
  fill: PhotoDrafts['fill'];
}

export const PhotoRow = memo(function PhotoRow({ photo, draft, isListed, isSelected, actions, fill }: PhotoRowProps) {
  const { api } = useAdmin();
  const texts = { ...textsOf(photo), ...draft?.texts };
  const errors = draft ? errorsOf(draft.texts) : {};
  for (const [column, text] of Object.entries(draft?.conflicts ?? {})) {
    errors[column as Column] ??= `Changed elsewhere to “${text}”. Save again to replace it.`;
  }
  return (
    <Row>
      <Cell kind="main">
        <div className={styles.lead}>
          <label className={styles.photo}>
            <input
              type="checkbox"
              aria-label={`Select ${photo.title}`}
              disabled={!isListed}
              checked={isSelected}
              onChange={({ nativeEvent }) => actions.toggle(photo.id, (nativeEvent as MouseEvent).shiftKey)}
            />
            {photo.small_thumbnail_url ? (
              <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" loading="lazy" className={styles.image} />
            ) : (
              <span className={styles.image} />
            )}
          </label>
          <IconButton label={`Edit ${photo.title}`} icon="edit" onClick={() => actions.edit(photo.id)} />
        </div>
        {draft?.failure && <InlineFailure>{draft.failure}</InlineFailure>}
      </Cell>
      {COLUMNS.map((column) => (
        <Cell key={column.name} label={column.label}>
          <CellField
            column={column}
            photo={photo}
            text={texts[column.name]}
            isChanged={draft?.texts[column.name] !== undefined}
            error={errors[column.name]}
            onChange={(text) => fill([{ photo, column: column.name, text }])}
          />
        </Cell>
      ))}
    </Row>
  );
});

interface CellFieldProps {
  photo: PhotoView;
  column: (typeof COLUMNS)[number];
  text: string;
  isChanged: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

function CellField({ photo, column: { name, label }, text, isChanged, error, onChange }: CellFieldProps) {
  const errorId = useId();
  const props = {
    ref: passFocus,
    'aria-label': `${label} of ${photo.title}${isChanged ? ', changed' : ''}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
    'data-photo': photo.id,
    'data-column': name,
    'data-changed': isChanged || undefined,
  };
  const textProps = {
    ...props,
    dir: 'auto',
    className: styles.field,
    value: text,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      // A keyboard on a screen may write the line break itself.
      onChange(name === 'title' ? value.replaceAll('\n', ' ') : value),
  };
  return (
    <div className={styles.cell} data-kind={name}>
      {name === 'is_for_sale' && (
        <input
          type="checkbox"
          {...props}
          checked={text === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : 'no')}
        />
      )}
      {(name === 'title' || name === 'description' || name === 'alt_text') && <textarea rows={1} {...textProps} />}
      {name === 'selling_price' && <input autoComplete="off" inputMode="decimal" {...textProps} />}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
