import styles from './progress.module.css';

/** @param value from 0 to 1 */
export function Progress({ label, value }: { label: string; value: number }) {
  return (
    <progress className={styles.progress} aria-label={label} value={value} max={1}>
      {Math.round(value * 100)}%
    </progress>
  );
}
