import { Button, Icon, IconButton, Progress } from '@portfolio/ui';
import { useSyncExternalStore } from 'react';
import { useUploadQueue } from './upload-queue-context.ts';
import { isUnderWay, type QueuedUpload } from './upload-queue.ts';
import styles from './upload-tray.module.css';

/** The uploads under way and what became of them, in a corner that leaves the page free. Nothing without any. */
export function UploadTray() {
  const queue = useUploadQueue();
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  if (uploads.length === 0) return null;

  const done = uploads.filter(({ state }) => state === 'done').length;
  const failed = uploads.filter(({ state }) => state === 'failed');
  const busy = uploads.some(isUnderWay);

  return (
    <section className={styles.tray} aria-label="Uploads">
      <header className={styles.header}>
        <p role="status">
          {`${done} of ${uploads.length} uploaded`}
          {failed.length > 0 && `, ${failed.length} failed`}
        </p>
        {failed.length > 1 && !busy && (
          <Button variant="quiet" onClick={() => failed.forEach(({ id }) => queue.retry(id))}>
            Retry All
          </Button>
        )}
        <Button variant="quiet" onClick={() => queue.clear()}>
          {busy ? 'Cancel All' : 'Close'}
        </Button>
      </header>
      <ul className={styles.list}>
        {inOrderOfInterest(uploads).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

const INTEREST: Record<QueuedUpload['state'], number> = { failed: 0, uploading: 1, waiting: 2, done: 3 };

/** What needs somebody first, then what moves; among equals, as they were added. */
const inOrderOfInterest = (uploads: readonly QueuedUpload[]): QueuedUpload[] =>
  uploads.toSorted((one, other) => INTEREST[one.state] - INTEREST[other.state]);

function UploadRow({ upload }: { upload: QueuedUpload }) {
  const queue = useUploadQueue();
  const { id, details, state, progress, reason } = upload;
  return (
    <li className={styles.row} aria-label={details.title}>
      <p className={styles.title}>{details.title}</p>
      {state === 'waiting' && <p className={styles.state}>Waiting</p>}
      {state === 'uploading' && <Progress label={`Uploading ${details.title}`} value={progress} />}
      {state === 'done' && (
        <p className={styles.done}>
          <Icon name="check" size={16} /> Uploaded
        </p>
      )}
      {state === 'failed' && <p className={styles.reason}>{reason}</p>}
      <div className={styles.actions}>
        {state === 'failed' && (
          <IconButton label={`Retry ${details.title}`} icon="retry" onClick={() => queue.retry(id)} />
        )}
        {state !== 'done' && (
          <IconButton
            label={`${state === 'failed' ? 'Dismiss' : 'Cancel'} ${details.title}`}
            icon="close"
            onClick={() => queue.cancel(id)}
          />
        )}
      </div>
    </li>
  );
}
