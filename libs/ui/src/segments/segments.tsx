import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './segments.module.css';

export interface Segment<T extends string> {
  value: T;
  label: string;
  /** Shown instead of the label, which is then its name. */
  icon?: IconName;
}

export interface SegmentsProps<T extends string> {
  /** What is chosen here, for those who do not see the row. */
  label: string;
  options: Segment<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A few ways to look at the same thing, one of them in force. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div role="group" aria-label={label} className={styles.segments}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.segment}
          aria-pressed={option.value === value}
          aria-label={option.icon ? option.label : undefined}
          title={option.icon ? option.label : undefined}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} size={18} /> : option.label}
        </button>
      ))}
    </div>
  );
}
