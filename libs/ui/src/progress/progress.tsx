import styles from './progress.module.css';

export interface ProgressProps {
  /** What advances, such as "Uploading harbour.jpg". */
  label: string;
  /** From 0 to 1. */
  value: number;
}

/** How far something has come, as a thin line. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <progress className={styles.progress} aria-label={label} value={value} max={1}>
      {Math.round(value * 100)}%
    </progress>
  );
}
