import { ApiError } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import type { CommentFilter } from './comment-filter.ts';
import styles from './comment-list.module.css';

/** The comments are on their way: their places are kept. */
export function CommentsLoading() {
  return (
    <>
      <p role="status" className={styles.loading}>
        <Spinner size="small" label={null} /> Loading comments...
      </p>
      <div aria-hidden="true">
        {[0, 1, 2].map((place) => (
          <div key={place} className={styles.skeleton} />
        ))}
      </div>
    </>
  );
}

export function NoComments({ filter }: { filter: CommentFilter }) {
  return (
    <Notice title="No comments found">
      {filter === 'all' ? 'No comments have been submitted yet.' : `No ${filter} comments found.`}
    </Notice>
  );
}

export interface CommentsFailureProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** Stands above what has been read before, if anything has. */
export function CommentsFailure({ error, busy, onRetry }: CommentsFailureProps) {
  return (
    <Notice
      tone="failure"
      title="Error Loading Comments"
      action={
        <Button busy={busy} busyLabel="Retrying..." onClick={onRetry}>
          Retry
        </Button>
      }
    >
      Failed to fetch comments: {reason(error)}
    </Notice>
  );
}

/** The status and the API's sentence; where nobody answered there is no status. */
const reason = (error: Error) =>
  error instanceof ApiError && error.status > 0 ? `${error.status} ${error.message}` : error.message;
