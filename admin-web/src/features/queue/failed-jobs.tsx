import { failureMessage, queueQuery, removeJob, removeJobs, retryJob, retryJobs } from '@portfolio/api-client';
import { LIMITS, type FailedJobView, type JobAboutView, type QueueView } from '@portfolio/contracts';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import { passFocus } from '../../app/components/pass-focus.ts';
import { repeatBatch, reportBatches } from '../../app/data/in-batches.ts';
import { DateTime } from '../../app/date-time.tsx';
import { formatCount } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { ButtonGroup, Cell, Row, Table } from '../../app/table/table.tsx';
import styles from './queue-page.module.css';

type Target = FailedJobView | 'all';

export interface FailedJobsProps {
  pages: QueueView[];
  /** Of all pages, loaded or not. */
  total: number;
}

/** Jobs without attempts left, each with retry and removal. */
export function FailedJobs({ pages, total }: FailedJobsProps) {
  const retry = useJobAction(retryJob, retryJobs, { total, verb: 'retry', done: 'queued again' });
  const remove = useJobAction(removeJob, removeJobs, { total, verb: 'remove', done: 'removed successfully!' });
  const [removing, setRemoving] = useState<Target | null>(null);
  /** Unless another dialog has opened meanwhile. */
  const closeFor = (target: Target) => setRemoving((open) => (open === target ? null : open));

  return (
    <section aria-labelledby="failed-jobs">
      <header className={styles.header}>
        <h2 id="failed-jobs" className={styles.title}>
          Failed
        </h2>
        <ButtonGroup>
          <Button
            ref={passFocus}
            icon="retry"
            busy={retry.isPending('all')}
            busyLabel="Retrying..."
            onClick={() => retry.mutate('all')}
          >
            Retry All
          </Button>
          <Button ref={passFocus} variant="quiet" icon="trash" onClick={() => setRemoving('all')}>
            Remove All
          </Button>
        </ButtonGroup>
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
              <ButtonGroup>
                <Button
                  ref={passFocus}
                  aria-label={`Retry: ${labelOf(job)}`}
                  busy={retry.isPending(job)}
                  busyLabel="Retrying..."
                  onClick={() => retry.mutate(job)}
                >
                  Retry
                </Button>
                <Button
                  ref={passFocus}
                  variant="quiet"
                  aria-label={`Remove: ${labelOf(job)}`}
                  onClick={() => setRemoving(job)}
                >
                  Remove
                </Button>
              </ButtonGroup>
            </Cell>
          </Row>
        ))}
      </Table>
      {removing && (
        <ConfirmDialog
          title={removing === 'all' ? 'Remove all failed jobs' : 'Remove failed job'}
          confirmLabel="Remove"
          busy={remove.isPending(removing)}
          busyLabel="Removing..."
          onConfirm={() => remove.mutate(removing, { onSettled: () => closeFor(removing) })}
          onClose={() => setRemoving(null)}
        >
          {removing === 'all'
            ? `Are you sure you want to remove ${formatCount(total, 'failed job', 'failed jobs')}? Photos and messages stay unchanged.`
            : 'Are you sure you want to remove this job? Photos and messages stay unchanged.'}
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

/**
 * Mutations of one failed job or of all, with toasts. `isPending` is that of a target.
 *
 * Texts are `Job {done}`, `3 jobs {done}`, `Failed to {verb} the job`.
 */
function useJobAction(
  sendOne: typeof retryJob,
  sendBatch: typeof retryJobs,
  { total, verb, done }: Omit<FailedJobsProps, 'pages'> & { verb: string; done: string },
) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const mutationKey = ['queue', verb];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (target: Target) => {
      if (target === 'all') {
        // A retried job may fail again at once.
        const result = await repeatBatch(() => sendBatch(api), Math.ceil(total / LIMITS.jobBatch));
        return reportBatches(result, (count) => `${formatCount(count, 'job', 'jobs')} ${done}`);
      }
      await sendOne(api, target.id);
      toast.success(`Job ${done}`);
    },
    onError: (error, target) =>
      void toast.error(failureMessage(error, `Failed to ${verb} ${target === 'all' ? 'some jobs' : 'the job'}`)),
    onSettled: async () => {
      // Jobs also change photos and messages, which the dashboard counts.
      void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
      await queryClient.invalidateQueries({ queryKey: queueQuery(api).queryKey });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => idOf(state.variables as Target),
  });
  return { mutate, isPending: (target: Target) => pending.includes(idOf(target)) };
}

const idOf = (target: Target): string => (target === 'all' ? target : target.id);
