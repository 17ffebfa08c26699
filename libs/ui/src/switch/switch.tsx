import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  /** One sentence. */
  hint?: string;
  /** Leaves the label to screen readers. */
  isLabelHidden?: boolean;
  checked: boolean;
  /** Ignores clicks. If it is set, also to false, the second click of a double click is ignored. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** Switch with immediate effect. A busy one is not `disabled`, which would lose the focus. */
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
        // The second click of a double click can come before `busy`.
        onClick={({ detail }) => !busy && (busy === undefined || detail < 2) && onChange(!checked)}
      >
        <span className={styles.track} aria-hidden="true">
          <span className={styles.thumb} />
        </span>
        <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      </button>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
