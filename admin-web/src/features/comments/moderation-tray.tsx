import { Button, IconButton } from '@portfolio/ui';
import { formatNumber } from '../../app/format-number.ts';
import styles from './moderation-tray.module.css';
import type { Failure, Outcome } from './use-moderation.ts';

export interface ModerationTrayProps {
  selection: { count: number; canApprove: boolean; canReject: boolean };
  onDecide: (isApproved: boolean) => void;
  onDelete: () => void;
  onClear: () => void;
  outcome: Outcome | null;
  failures: Failure[];
  onUndo: () => void;
  onRetry: (failure: Failure) => void;
  onDismissOutcome: () => void;
  onDismissFailure: (failure: Failure) => void;
}

/** Sticky tray with the actions on selected comments, the last result and failures. */
export function ModerationTray({
  selection: { count, canApprove, canReject },
  onDecide,
  onDelete,
  onClear,
  outcome,
  failures,
  onUndo,
  onRetry,
  onDismissOutcome,
  onDismissFailure,
}: ModerationTrayProps) {
  const isEmpty = count === 0 && !outcome && failures.length === 0;
  return (
    <div className={styles.tray} data-empty={isEmpty || undefined}>
      {failures.map((failure) => (
        <div key={failure.action.failure} className={styles.failure} role="alert">
          <p>
            <strong>{failure.action.failure}</strong>
            {failure.reason && <span> {failure.reason}</span>}
          </p>
          <Button icon="retry" onClick={() => onRetry(failure)}>
            Try Again
          </Button>
          <IconButton label="Dismiss" icon="close" onClick={() => onDismissFailure(failure)} />
        </div>
      ))}
      {/* Screen readers announce changes of an existing status only. */}
      <div className={styles.line}>
        <p role="status">{outcome?.text}</p>
        {outcome?.undo && <Button onClick={onUndo}>Undo</Button>}
        {outcome && <IconButton label="Dismiss" icon="close" onClick={onDismissOutcome} />}
      </div>
      {count > 0 && (
        <div className={styles.line} role="group" aria-label="Selected comments">
          <p>{formatNumber(count)} selected</p>
          {canApprove && (
            <Button icon="check" onClick={() => onDecide(true)}>
              Approve
            </Button>
          )}
          {canReject && <Button onClick={() => onDecide(false)}>Reject</Button>}
          <Button icon="trash" onClick={onDelete}>
            Delete
          </Button>
          <Button variant="quiet" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}
