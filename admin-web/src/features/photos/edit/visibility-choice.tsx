import { PHOTO_VISIBILITIES, type PhotoVisibility } from '@portfolio/contracts';
import { Radio, type CheckboxProps } from '@portfolio/ui';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import styles from './photo-fields.module.css';

export const VISIBILITY_LABELS: Record<PhotoVisibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
};

const HINTS: Record<PhotoVisibility, string> = {
  public: 'Visitors see it, unless all its galleries are private, hidden, scheduled or ended',
  unlisted: 'Only its own address leads to it: no gallery, feed or search engine lists it',
  hidden: 'Only you see it',
};

interface VisibilityChoiceProps {
  /** Props of each radio button. */
  radio: (value: PhotoVisibility) => Omit<CheckboxProps, 'label' | 'hint' | 'value'>;
  /** Consequence of other choices in the form. */
  note?: string | undefined;
}

/** Radio buttons for the visibility of photos. */
export function VisibilityChoice({ radio, note }: VisibilityChoiceProps) {
  return (
    <FieldGroup legend="Visibility">
      {PHOTO_VISIBILITIES.map((value) => (
        <Radio key={value} label={VISIBILITY_LABELS[value]} hint={HINTS[value]} value={value} {...radio(value)} />
      ))}
      <p role="status" className={styles.none}>
        {note}
      </p>
    </FieldGroup>
  );
}
