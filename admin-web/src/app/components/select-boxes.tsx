import { formatNumber } from '../format-number.ts';
import type { useSelection } from '../use-selection.ts';
import styles from './select-boxes.module.css';

interface SelectBoxProps {
  label: string;
  className?: string | undefined;
  checked: boolean;
  /** @param isRange whether Shift extends the selection to this item */
  onToggle: (isRange: boolean) => void;
}

/** Checkbox of one item of a list. */
export function SelectBox({ label, className = '', checked, onToggle }: SelectBoxProps) {
  return (
    <label className={`${styles.box} ${className}`}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

interface SelectAllProps {
  /** Loaded items. */
  ids: number[];
  /** Of all pages. */
  total: number;
  selection: Pick<ReturnType<typeof useSelection>, 'ids' | 'set' | 'clear'>;
}

/** Checkbox of all loaded items. */
export function SelectAll({ ids, total, selection }: SelectAllProps) {
  const isAll = selection.ids.size === ids.length;
  return (
    <label className={styles.all}>
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selection.ids.size > 0 && !isAll;
        }}
        onChange={isAll ? selection.clear : () => selection.set(ids)}
      />
      {ids.length < total ? `Select all ${formatNumber(ids.length)} loaded` : 'Select all'}
    </label>
  );
}
