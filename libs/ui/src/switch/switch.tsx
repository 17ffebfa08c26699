import { useId } from 'react';
import styles from './switch.module.css';

export interface SwitchProps {
  label: string;
  /** What it changes, in a sentence. */
  hint?: string;
  /** The label is for those who do not see the row that it stands in. */
  isLabelHidden?: boolean;
  checked: boolean;
  /** It is at work: pressing it again does nothing. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, with effect at once. At work it is not `disabled`, which would take the focus from whoever pressed it. */
export function Switch({ label, hint, isLabelHidden, checked, busy, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <div className={styles.row}>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-disabled={busy || undefined}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => !busy && onChange(!checked)}
      >
        <span className={styles.track} aria-hidden="true">
          <span className={styles.thumb} />
        </span>
        <span className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</span>
      </button>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
