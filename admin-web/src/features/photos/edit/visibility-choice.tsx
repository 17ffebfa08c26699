import type { PhotoVisibility } from '@portfolio/contracts';
import { Radio, type CheckboxProps } from '@portfolio/ui';
import styles from './gallery-choice.module.css';
import { VISIBILITIES } from './visibilities.ts';

export interface VisibilityChoiceProps {
  /** What each radio button is given beside its words. */
  radio: (value: PhotoVisibility) => Omit<CheckboxProps, 'label' | 'hint' | 'value'>;
  /** What follows from other choices. */
  note?: string | undefined;
}

/** Who sees a photo. */
export function VisibilityChoice({ radio, note }: VisibilityChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Visibility</legend>
      {VISIBILITIES.map(({ value, label, hint }) => (
        <Radio key={value} label={label} hint={hint} value={value} {...radio(value)} />
      ))}
      <p role="status" className={styles.none}>
        {note}
      </p>
    </fieldset>
  );
}
