import styles from './spinner.module.css';

export interface SpinnerProps {
  /** What is being waited for, read out to those who do not see it turn; null where words beside it say so. */
  label?: string | null;
  size?: 'small' | 'large';
}

/** Something is on its way. The small one fits in a line of text. */
export function Spinner({ label = 'Loading', size = 'large' }: SpinnerProps) {
  return (
    <span role={label === null ? undefined : 'status'} className={styles[size]}>
      <span className={styles.ring} aria-hidden="true" />
      {label !== null && <span className={styles.label}>{label}</span>}
    </span>
  );
}
