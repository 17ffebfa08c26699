import { Icon, IconButton, Progress } from '@portfolio/ui';
import { memo } from 'react';
import type { QueuedUpload } from '../queue/queued-upload.ts';
import { useUploadQueue } from '../uploads-context.ts';
import styles from './upload-tray.module.css';

/** One file on its way. Only the rows of files that have moved are drawn again. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: QueuedUpload }) {
  const queue = useUploadQueue();
  const { id, file, details, state, progress, reason, isHopeless } = upload;
  return (
    <li className={styles.row} aria-label={details.title}>
      <p className={styles.title} title={file.name} dir="auto">
        {details.title}
      </p>
      {state === 'waiting' && <p className={styles.state}>Waiting</p>}
      {state === 'uploading' && <Progress label={`Uploading ${details.title}`} value={progress} />}
      {state === 'done' && (
        <p className={styles.done}>
          <Icon name="check" size={16} /> Uploaded
        </p>
      )}
      {state === 'failed' && (
        <p className={styles.reason}>
          {reason}
          {isHopeless && <small>Retrying won’t help: {file.name} was refused.</small>}
        </p>
      )}
      <div className={styles.actions}>
        {state === 'failed' && !isHopeless && (
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
});
