import { Button } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import styles from './photo-summary.module.css';
import { photosInWords } from '../bulk/photos-in-words.ts';

export interface PhotoSummaryProps {
  /** How many are listed; undefined while that is not known. */
  total: number | undefined;
  isFiltered: boolean;
  selected: number;
  /** How many have been read on the way to selecting all; undefined unless that is under way. */
  gathered: number | undefined;
  onSelectAll: () => void;
  onClearFilter: () => void;
}

/**
 * How many photos there are and how many of them are selected, said whenever it changes. It takes the focus of whoever was at
 * the actions for selected photos when those went away.
 */
export function PhotoSummary(props: PhotoSummaryProps) {
  const { total, isFiltered, selected, gathered, onSelectAll, onClearFilter } = props;
  const listed = total === undefined ? 'Searching…' : `${photosInWords(total)}${isFiltered ? ' found' : ''}`;
  const summary = useRef<HTMLDivElement>(null);
  const isAnySelected = selected > 0;
  const wasAnySelected = useRef(isAnySelected);
  useEffect(() => {
    if (wasAnySelected.current && !isAnySelected && document.activeElement === document.body) summary.current?.focus();
    wasAnySelected.current = isAnySelected;
  }, [isAnySelected]);

  return (
    <div ref={summary} className={styles.summary} tabIndex={-1}>
      <p role="status">{selected === 0 ? listed : `${photosInWords(selected)} selected`}</p>
      {gathered !== undefined && total !== undefined && (
        <p className={styles.quiet}>
          Reading {gathered} of {photosInWords(total)}…
        </p>
      )}
      {total !== undefined && total > 0 && selected !== total && (
        <Button variant="quiet" busy={gathered !== undefined} busyLabel="Selecting..." onClick={onSelectAll}>
          Select all {photosInWords(total)}
        </Button>
      )}
      {isFiltered && (
        <Button variant="quiet" onClick={onClearFilter}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
