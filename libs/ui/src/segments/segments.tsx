import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './segments.module.css';

interface SegmentsProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  /** An icon replaces the visible label. */
  options: { value: T; label: string; icon?: IconName }[];
  value: T;
  onChange: (value: T) => void;
}

/** Segmented control: toggle buttons of which one is pressed. */
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
