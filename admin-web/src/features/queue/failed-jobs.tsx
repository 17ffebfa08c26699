import type { FailedJobView, QueueView } from '@portfolio/contracts';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useState } from 'react';
import { formatCount } from '../../app/format-number.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { DateTime } from '../../app/date-time.tsx';
import styles from './failed-jobs.module.css';
import { JobAbout, nameOf } from './job-about.tsx';
import { useFailedJobs } from './use-failed-jobs.ts';

export interface FailedJobsProps {
  pages: QueueView[];
  /** In all pages, those included that are not here yet. */
  total: number;
  /** Told when a button that was pressed has left with its job. */
  onGone: () => void;
}

/** What nobody tries again by itself, why, and what can be done with it. */
export function FailedJobs({ pages, total, onGone }: FailedJobsProps) {
  const { retry, retryAll, remove, removeAll } = useFailedJobs(total, onGone);
  const [asking, setAsking] = useState<FailedJobView | 'all' | null>(null);
  const close = () => setAsking(null);
  const confirm = () =>
    asking === 'all'
      ? removeAll.mutate(undefined, { onSettled: close })
      : remove.mutate(asking!.id, { onSettled: close });

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
          <Button variant="quiet" icon="trash" onClick={() => setAsking('all')}>
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
                  aria-label={`Retry: ${nameOf(job)}`}
                  busy={retry.isPending && retry.variables === job.id}
                  busyLabel="Retrying..."
                  onClick={() => retry.mutate(job.id)}
                >
                  Retry
                </Button>
                <Button variant="quiet" aria-label={`Remove: ${nameOf(job)}`} onClick={() => setAsking(job)}>
                  Remove
                </Button>
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
      {asking && (
        <ConfirmDialog
          title={asking === 'all' ? 'Remove all failed jobs' : 'Remove failed job'}
          confirmLabel="Remove"
          busy={remove.isPending || removeAll.isPending}
          busyLabel="Removing..."
          onConfirm={confirm}
          onClose={close}
        >
          {asking === 'all'
            ? `Are you sure you want to remove ${formatCount(total, 'failed job', 'failed jobs')}? What they were about stays as it is.`
            : 'Are you sure you want to remove this job? What it was about stays as it is.'}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Each once: while pages are read, one that fails moves all others on by a place. */
const jobsOf = (pages: QueueView[]): FailedJobView[] => [
  ...new Map(pages.flatMap((page) => page.failed_jobs).map((job) => [job.id, job])).values(),
];
