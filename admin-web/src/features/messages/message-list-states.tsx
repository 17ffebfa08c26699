import { failureMessage } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import styles from './messages-page.module.css';

/** The messages are on their way: their places are kept. */
export function MessagesLoading() {
  return (
    <div className={styles.panes}>
      <div className={styles.list}>
        <p role="status" className={styles.loading}>
          <Spinner size="small" label={null} /> Loading messages...
        </p>
        {[0, 1, 2, 3].map((place) => (
          <div key={place} className={styles.skeleton} aria-hidden="true" />
        ))}
      </div>
    </div>
  );
}

export interface MessagesFailureProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** Stands above what has been read before, if anything has. */
export function MessagesFailure({ error, busy, onRetry }: MessagesFailureProps) {
  return (
    <Notice
      tone="failure"
      title="Failed to load messages"
      action={
        <Button busy={busy} busyLabel="Retrying..." onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {failureMessage(error, '')}
    </Notice>
  );
}
