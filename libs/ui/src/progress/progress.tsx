import styles from './progress.module.css';

interface ProgressProps {
  /** Such as "Uploading harbour.jpg". */
  label: string;
  /** From 0 to 1. */
  value: number;
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <progress className={styles.progress} aria-label={label} value={value} max={1}>
      {Math.round(value * 100)}%
    </progress>
  );
}
