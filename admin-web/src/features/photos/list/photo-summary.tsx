import { Button } from '@portfolio/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { formatNumber, formatPhotoCount } from '../../../app/format-number.ts';
import styles from './photos-page.module.css';

interface PhotoSummaryProps {
  /** Undefined until loaded. */
  total: number | undefined;
  isFiltered: boolean;
  selected: number;
  /** Photos loaded so far while all are being loaded; otherwise undefined. */
  loaded: number | undefined;
  isSelectingAll: boolean;
  onSelectAll: () => void;
  onClearFilter: () => void;
  /** At the end of the line. */
  children: ReactNode;
}

/** Counts of listed and selected photos. Takes the focus when the bulk actions disappear with it. */
export function PhotoSummary(props: PhotoSummaryProps) {
  const { total, isFiltered, selected, loaded, isSelectingAll, onSelectAll, onClearFilter, children } = props;
  const countLabel = total === undefined ? 'Searching…' : `${formatPhotoCount(total)}${isFiltered ? ' found' : ''}`;
  const summary = useRef<HTMLDivElement>(null);
  const isAnySelected = selected > 0;
  const wasAnySelected = useRef(isAnySelected);
  // A layout effect runs before `passFocus` focuses `main`.
  useLayoutEffect(() => {
    if (wasAnySelected.current && !isAnySelected && document.activeElement === document.body) summary.current?.focus();
    wasAnySelected.current = isAnySelected;
  }, [isAnySelected]);

  return (
    <div ref={summary} className={styles.summary} tabIndex={-1}>
      <p role="status">{selected === 0 ? countLabel : `${formatPhotoCount(selected)} selected`}</p>
      {loaded !== undefined && total !== undefined && (
        <p className={styles.quiet}>
          Reading {formatNumber(loaded)} of {formatPhotoCount(total)}…
        </p>
      )}
      {total !== undefined && total > 1 && selected !== total && (
        <Button ref={passFocus} variant="quiet" busy={isSelectingAll} busyLabel="Selecting..." onClick={onSelectAll}>
          Select all {formatPhotoCount(total)}
        </Button>
      )}
      {isFiltered && (
        <Button ref={passFocus} variant="quiet" onClick={onClearFilter}>
          Clear filters
        </Button>
      )}
      <div className={styles.end}>{children}</div>
    </div>
  );
}
