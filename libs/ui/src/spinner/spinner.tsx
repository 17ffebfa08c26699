import styles from './spinner.module.css';

interface SpinnerProps {
  /** Text for screen readers; null beside visible text. */
  label?: string | null;
  size?: 'small' | 'large';
}

/** Loading indicator. The small one fits in a line of text. */
export function Spinner({ label = 'Loading', size = 'large' }: SpinnerProps) {
  return (
    <span role={label === null ? undefined : 'status'} className={styles[size]}>
      <span className={styles.ring} aria-hidden="true" />
      {label !== null && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
