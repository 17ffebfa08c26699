import type { FailedJobView, JobAboutView, QueueView } from '@portfolio/contracts';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { DateTime } from '../../app/date-time.tsx';
import styles from './failed-jobs.module.css';
import { useFailedJobs } from './use-failed-jobs.ts';

export interface FailedJobsProps {
  pages: QueueView[];
  /** Of all pages, loaded or not. */
  total: number;
  /** Called once the pressed button has gone with its job. */
  onGone: () => void;
}

/** Jobs without attempts left, each with retry and removal. */
export function FailedJobs({ pages, total, onGone }: FailedJobsProps) {
  const { retry, retryAll, remove, removeAll } = useFailedJobs(total, onGone);
  const [removing, setRemoving] = useState<FailedJobView | 'all' | null>(null);
  const close = () => setRemoving(null);
  const confirm = () =>
    removing === 'all'
      ? removeAll.mutate(undefined, { onSettled: close })
      : remove.mutate(removing!.id, { onSettled: close });

  return (
    <section aria-labelledby="failed-jobs">
      <header className={styles.header}>
        <h2 id="failed-jobs" className={styles.title}>
          Failed
        </h2>
        <div className={styles.all}>
          <Button icon="retry" busy={retryAll.isPending} busyLabel="Retrying..." onClick={() => retryAll.mutate()}>
            Retry All
          </Button>
          <Button variant="quiet" icon="trash" onClick={() => setRemoving('all')}>
            Remove All
          </Button>
        </div>
      </header>
      <Table label="Failed jobs" columns={['Job', 'About', 'Reason', 'Attempts', 'Failed', 'Actions']}>
        {jobsOf(pages).map((job) => (
          <Row key={job.id}>
            <Cell kind="main">{job.name}</Cell>
            <Cell label="About">
              <JobAbout about={job.about} />
            </Cell>
            <Cell label="Reason">
              <span className={styles.reason}>{job.reason}</span>
            </Cell>
            <Cell label="Attempts">{job.attempts}</Cell>
            <Cell label="Failed">
              <DateTime at={job.failed_at} />
            </Cell>
            <Cell kind="actions">
              <span className={styles.actions}>
                <Button
                  aria-label={`Retry: ${labelOf(job)}`}
                  busy={retry.isPending && retry.variables === job.id}
                  busyLabel="Retrying..."
                  onClick={() => retry.mutate(job.id)}
                >
                  Retry
                </Button>
                <Button variant="quiet" aria-label={`Remove: ${labelOf(job)}`} onClick={() => setRemoving(job)}>
                  Remove
                </Button>
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
      {removing && (
        <ConfirmDialog
          title={removing === 'all' ? 'Remove all failed jobs' : 'Remove failed job'}
          confirmLabel="Remove"
          busy={remove.isPending || removeAll.isPending}
          busyLabel="Removing..."
          onConfirm={confirm}
          onClose={close}
        >
          {removing === 'all'
            ? `Are you sure you want to remove ${formatCount(total, 'failed job', 'failed jobs')}? What they were about stays as it is.`
            : 'Are you sure you want to remove this job? What it was about stays as it is.'}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Each job once: a job that fails between two pages moves all others by one. */
const jobsOf = (pages: QueueView[]): FailedJobView[] => [
  ...new Map(pages.flatMap((page) => page.failed_jobs).map((job) => [job.id, job])).values(),
];

/** Subject of a job, linked while it exists. */
function JobAbout({ about }: { about: JobAboutView }) {
  const { paths } = useAdmin();
  const { kind, id, title } = about;
  if (kind === 'site') return <>The site</>;
  if (kind === 'background') return <Link to={paths.settings}>Background image</Link>;
  if (title === null) return <span className={styles.gone}>{describeSubject(about)}</span>;
  return (
    <Link to={kind === 'photo' ? `${paths.photos}?edit=${id}` : `${paths.messages}?message=${id}`} dir="auto">
      {title}
    </Link>
  );
}

/** @example "Prepare a photo, Harbour" */
const labelOf = ({ name, about }: FailedJobView): string =>
  [name, about.title ?? (about.id === null ? '' : describeSubject(about))].filter(Boolean).join(', ');

const NOUNS = { photo: 'Photo', background: 'Background image', message: 'Message', site: 'The site' } as const;

const describeSubject = ({ kind, id }: JobAboutView): string =>
  `${NOUNS[kind]} ${id}${kind === 'background' ? '' : ', deleted'}`;
