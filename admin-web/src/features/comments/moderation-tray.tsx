import type { ModeratedCommentView } from '@portfolio/contracts';
import { Button, IconButton, once } from '@portfolio/ui';
import { formatNumber } from '../../app/format-number.ts';
import styles from './moderation-tray.module.css';
import type { Failure, Moderation } from '../../app/comments/use-moderation.ts';

export interface ModerationTrayProps {
  selected: ModeratedCommentView[];
  moderation: Moderation;
  onDecide: (isApproved: boolean) => void;
  onDelete: () => void;
  onClear: () => void;
  onUndo: () => void;
  onRetry: (failure: Failure) => void;
  /** Called after a result or a failure was dismissed. */
  onDismissed: () => void;
}

/** Sticky tray with the actions on selected comments, the last result and failures. */
export function ModerationTray(props: ModerationTrayProps) {
  const { selected, onDismissed } = props;
  const { outcome, failures, dismissOutcome, dismissFailure } = props.moderation;
  const isEmpty = selected.length === 0 && !outcome && failures.length === 0;
  return (
    <div className={isEmpty ? 'visually-hidden' : styles.tray}>
      {failures.map((failure) => (
        <div key={failure.action} className={styles.failure} role="alert">
          <p>
            <strong>{failure.message}</strong>
            {failure.reason && <span> {failure.reason}</span>}
          </p>
          <Button icon="retry" onClick={() => props.onRetry(failure)}>
            Try Again
          </Button>
          <IconButton label="Dismiss" icon="close" onClick={() => (dismissFailure(failure), onDismissed())} />
        </div>
      ))}
      {/* Screen readers announce changes of an existing status only. */}
      <div className={styles.line}>
        <p role="status">{outcome?.text}</p>
        {outcome?.undo && <Button onClick={props.onUndo}>Undo</Button>}
        {outcome && <IconButton label="Dismiss" icon="close" onClick={() => (dismissOutcome(), onDismissed())} />}
      </div>
      {selected.length > 0 && (
        <div className={styles.line} role="group" aria-label="Selected comments">
          <p>{formatNumber(selected.length)} selected</p>
          {selected.some(({ is_approved }) => !is_approved) && (
            <Button icon="check" onClick={once(() => props.onDecide(true))}>
              Approve
            </Button>
          )}
          {selected.some(({ is_approved }) => is_approved) && (
            <Button onClick={once(() => props.onDecide(false))}>Reject</Button>
          )}
          <Button icon="trash" onClick={props.onDelete}>
            Delete
          </Button>
          <Button variant="quiet" onClick={props.onClear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}
