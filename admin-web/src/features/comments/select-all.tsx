import { formatCount, formatNumber } from '../../app/format-number.ts';
import styles from './comment-list.module.css';

export interface SelectAllProps {
  /** Loaded comments, and those of all pages. */
  loaded: number;
  total: number;
  selected: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Checkbox for all loaded comments, and the total. */
export function SelectAll({ loaded, total, selected, onSelectAll, onClear }: SelectAllProps) {
  const isAll = selected === loaded;
  return (
    <div className={styles.head}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && !isAll;
          }}
          onChange={isAll ? onClear : onSelectAll}
        />
        {loaded < total ? `Select all ${formatNumber(loaded)} loaded` : 'Select all'}
      </label>
      <p>{formatCount(total, 'comment', 'comments')}</p>
    </div>
  );
}
