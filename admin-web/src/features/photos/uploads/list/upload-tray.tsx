import { dashboardQuery } from '@portfolio/api-client';
import { Button, Icon, IconButton, Progress } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { passFocus } from '../../../../app/components/pass-focus.ts';
import { formatNumber, formatPhotoCount } from '../../../../app/format-number.ts';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { isPending, type PauseReason, type QueuedUpload, type QueueState } from '../queue/queued-upload.ts';
import { useUploads } from '../uploads-provider.tsx';
import styles from './upload-tray.module.css';

const PAUSE_TEXTS: Partial<Record<PauseReason, string>> = {
  unreachable: 'The site cannot be reached. Waiting…',
  busy: 'The site is busy. Waiting…',
};

/** Collapsed by default on narrow screens. */
const isWide = () => !matchMedia('(max-width: 40rem)').matches;

/** Progress and results of the upload queue, in a corner of the page. */
export function UploadTray() {
  const { queue } = useUploads();
  const state = queue.state.use();
  const [isOpen, setOpen] = useState(isWide);
  const { uploads, skipped, pause } = state;
  if (uploads.length === 0 && skipped === 0) return null;

  const counts = countUploads(state);
  const { isBusy } = counts;
  const pauseText = isBusy && pause ? PAUSE_TEXTS[pause] : undefined;
  const shown = isBusy ? byState(uploads) : uploads.filter((upload) => upload.state === 'failed');

  return (
    <section className={styles.tray} tabIndex={-1} aria-label="Uploads">
      <p role="status" className="visually-hidden">
        {pauseText ?? announcement(counts)}
      </p>
      <header className={styles.header}>
        <p>{countsLabel(counts)}</p>
        {shown.length > 0 && (
          <IconButton
            ref={passFocus}
            label={isOpen ? 'Hide the list' : 'Show the list'}
            icon={isOpen ? 'minus' : 'list'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {isBusy ? (
          <Button ref={passFocus} variant="quiet" onClick={() => queue.cancelAll()}>
            Cancel All
          </Button>
        ) : (
          <IconButton ref={passFocus} label="Close" icon="close" onClick={() => queue.clear()} />
        )}
      </header>
      {isBusy && <Progress label="All uploads" value={counts.progress} />}
      {pauseText && (
        <p className={styles.pause}>
          {pauseText}
          <Button ref={passFocus} variant="quiet" icon="retry" onClick={() => queue.retryNow()}>
            Retry now
          </Button>
        </p>
      )}
      {isOpen && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {!isBusy && <Footer uploads={uploads} />}
    </section>
  );
}

/** One upload. Memoized: only changed uploads render again. */
const UploadRow = memo(function UploadRow({ upload }: { upload: QueuedUpload }) {
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
          {isPermanent && <small>Retrying {file.name} won’t help.</small>}
        </p>
      )}
      <div className={styles.actions}>
        {state === 'failed' && !isPermanent && (
          <IconButton ref={passFocus} label={`Retry ${details.title}`} icon="retry" onClick={() => queue.retry(id)} />
        )}
        {state !== 'done' && (
          <IconButton
            ref={passFocus}
            label={`${state === 'failed' ? 'Dismiss' : 'Cancel'} ${details.title}`}
            icon="close"
            onClick={() => queue.cancel(id)}
          />
        )}
      </div>
    </li>
  );
});

/** Actions after all uploads have ended. */
function Footer({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const { api, paths } = useAdmin();
  const { queue } = useUploads();
  const { data: counts } = useQuery(dashboardQuery(api));
  const unprocessed = counts?.failedPhotos ?? 0;
  const { pathname, search } = useLocation();
  const uploaded = uploads.filter(({ state }) => state === 'done');
  const [galleryId, ...others] = new Set(uploaded.map(({ details }) => details.gallery_id));
  const photos = galleryId && others.length === 0 ? `${paths.photos}?gallery=${galleryId}` : paths.photos;
  const retryable = uploads.filter(({ state, isPermanent }) => state === 'failed' && !isPermanent).length;
  return (
    <footer className={styles.footer}>
      {photos !== pathname + search && (
        // The link may disappear, and react-router ignores the cleanup that `passFocus` returns.
        <Link to={photos} onClick={({ currentTarget }) => currentTarget.closest('section')?.focus()}>
          View photos
        </Link>
      )}
      {unprocessed > 0 && (
        <Link to={`${paths.photos}?status=failed`}>{formatPhotoCount(unprocessed)} couldn’t be processed</Link>
      )}
      {retryable > 1 && (
        <Button ref={passFocus} icon="retry" onClick={() => queue.retry()}>
          Retry All
        </Button>
      )}
    </footer>
  );
}

const RANK: Record<QueuedUpload['state'], number> = { failed: 0, uploading: 1, waiting: 2, done: 3 };

/** Failed uploads first, then the running ones. */
const byState = (uploads: readonly QueuedUpload[]): QueuedUpload[] =>
  uploads.toSorted((one, other) => RANK[one.state] - RANK[other.state]);

type UploadCounts = ReturnType<typeof countUploads>;

function countUploads({ uploads, skipped }: QueueState) {
  const count = (state: QueuedUpload['state']) => uploads.filter((upload) => upload.state === state).length;
  const finished = uploads.reduce((sum, { progress, state }) => sum + (state === 'failed' ? 1 : progress), 0);
  return {
    total: uploads.length,
    done: count('done'),
    failed: count('failed'),
    skipped,
    isBusy: uploads.some(isPending),
    /** Of all uploads, from 0 to 1. */
    progress: finished / uploads.length,
  };
}

/** "3 of 5 uploaded, 1 failed" while busy; "4 uploaded, 1 failed, 2 skipped", or "1 failed", at the end. */
function countsLabel({ total, done, failed, skipped, isBusy }: UploadCounts): string {
  const parts: string[] = [];
  if (isBusy) parts.push(`${formatNumber(done)} of ${formatNumber(total)} uploaded`);
  else if (done > 0 || failed === 0) parts.push(`${formatNumber(done)} uploaded`);
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`);
  if (skipped > 0 && !isBusy) parts.push(`${formatNumber(skipped)} skipped`);
  return parts.join(', ');
}

/** Screen reader text, which changes at the start, at each quarter and at the end. */
function announcement(counts: UploadCounts): string {
  if (!counts.isBusy) return countsLabel(counts);
  const quarter = Math.floor((4 * counts.done) / counts.total);
  const photos = formatPhotoCount(counts.total);
  return quarter === 0 ? `Uploading ${photos}` : `Uploading ${photos}, ${quarter * 25}% uploaded`;
}
