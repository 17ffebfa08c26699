import { Icon, IconButton, Progress } from '@portfolio/ui';
import { memo } from 'react';
import type { QueuedUpload } from '../queue/queued-upload.ts';
import { useUploads } from '../uploads-context.ts';
import styles from './upload-tray.module.css';

/** One upload. Memoized: only changed uploads render again. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { queue } = useUploads();
  const { id, file, details, state, progress, reason, isPermanent } = upload;
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
          {isPermanent && <small>Retrying won’t help: {file.name} was refused.</small>}
        </p>
      )}
      <div className={styles.actions}>
        {state === 'failed' && !isPermanent && (
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
