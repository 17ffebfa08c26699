import { PHOTO_VISIBILITIES, type PhotoVisibility } from '@portfolio/contracts';
import { Radio, type CheckboxProps } from '@portfolio/ui';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import styles from './gallery-choice.module.css';

const TEXTS = {
  public: {
    label: 'Public',
    hint: 'Visitors see it, unless all its galleries are private, hidden, scheduled or ended',
  },
  unlisted: { label: 'Unlisted', hint: 'Only its own address leads to it: no gallery, feed or search engine lists it' },
  hidden: { label: 'Hidden', hint: 'Only you see it' },
};

export const VISIBILITIES = PHOTO_VISIBILITIES.map((value) => ({ value, ...TEXTS[value] }));

export interface VisibilityChoiceProps {
  /** Props of each radio button. */
  radio: (value: PhotoVisibility) => Omit<CheckboxProps, 'label' | 'hint' | 'value'>;
  /** Consequence of other choices in the form. */
  note?: string | undefined;
}

/** Radio buttons for the visibility of photos. */
export function VisibilityChoice({ radio, note }: VisibilityChoiceProps) {
  return (
    <FieldGroup legend="Visibility">
      {VISIBILITIES.map(({ value, label, hint }) => (
        <Radio key={value} label={label} hint={hint} value={value} {...radio(value)} />
      ))}
      <p role="status" className={styles.none}>
        {note}
      </p>
    </FieldGroup>
  );
}
