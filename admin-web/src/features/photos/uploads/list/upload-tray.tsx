import { dashboardQuery } from '@portfolio/api-client';
import { Button, IconButton, Progress } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { formatPhotoCount } from '../../../../app/format-number.ts';
import type { Pause, QueuedUpload } from '../queue/queued-upload.ts';
import { announcement, countUploads, inWords } from '../queue/upload-counts.ts';
import { useUploadQueue } from '../uploads-context.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './upload-tray.module.css';

const PAUSED: Partial<Record<Pause, string>> = {
  away: 'The site cannot be reached. Waiting…',
  busy: 'The site is busy. Waiting…',
};

/** Narrow screens keep the page in sight. */
const hasRoom = () => !matchMedia('(max-width: 40rem)').matches;

/** The uploads under way and what became of them, in a corner that leaves the page free. Nothing without any. */
export function UploadTray() {
  const queue = useUploadQueue();
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const [isOpen, setOpen] = useState(hasRoom);
  const { uploads, skipped, pause } = state;
  if (uploads.length === 0 && skipped === 0) return null;

  const counts = countUploads(state);
  const { isBusy } = counts;
  const paused = isBusy && pause ? PAUSED[pause] : undefined;
  const shown = isBusy ? inOrderOfInterest(uploads) : uploads.filter((upload) => upload.state === 'failed');

  return (
    <section className={styles.tray} aria-label="Uploads">
      <p role="status" className="visually-hidden">
        {paused ?? announcement(counts)}
      </p>
      <header className={styles.header}>
        <p>{inWords(counts)}</p>
        {shown.length > 0 && (
          <IconButton
            label={isOpen ? 'Hide the list' : 'Show the list'}
            icon={isOpen ? 'minus' : 'list'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {isBusy ? (
          <Button variant="quiet" onClick={() => queue.cancelAll()}>
            Cancel All
          </Button>
        ) : (
          <IconButton label="Close" icon="close" onClick={() => queue.clear()} />
        )}
      </header>
      {isBusy && <Progress label="All uploads" value={counts.progress} />}
      {paused && (
        <p className={styles.pause}>
          {paused}
          <Button variant="quiet" icon="retry" onClick={() => queue.retryNow()}>
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
      {!isBusy && <Ending uploads={uploads} />}
    </section>
  );
}

/** What there is to do when all have ended. */
function Ending({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const { api, paths } = useAdmin();
  const queue = useUploadQueue();
  const { data: counts } = useQuery(dashboardQuery(api));
  const broken = counts?.failedPhotos ?? 0;
  const canRetry = uploads.filter(({ state, isHopeless }) => state === 'failed' && !isHopeless).length;
  return (
    <footer className={styles.footer}>
      <Link to={paths.photos}>View photos</Link>
      {broken > 0 && <Link to={`${paths.photos}?status=failed`}>{formatPhotoCount(broken)} couldn’t be processed</Link>}
      {canRetry > 1 && (
        <Button icon="retry" onClick={() => queue.retry()}>
          Retry All
        </Button>
      )}
    </footer>
  );
}

const INTEREST: Record<QueuedUpload['state'], number> = { failed: 0, uploading: 1, waiting: 2, done: 3 };

/** What needs somebody first, then what moves; among equals, as they were added. */
const inOrderOfInterest = (uploads: readonly QueuedUpload[]): QueuedUpload[] =>
  uploads.toSorted((one, other) => INTEREST[one.state] - INTEREST[other.state]);
