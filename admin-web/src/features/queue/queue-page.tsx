import { queueQuery } from '@portfolio/api-client';
import type { QueueView } from '@portfolio/contracts';
import { Icon, Notice } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../app/components/paged-list.tsx';
import { QuerySection } from '../../app/components/query-section.tsx';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import styles from './queue-page.module.css';

/** Milliseconds between two refetches while the page is visible. */
const REFETCH_INTERVAL_MS = 4_000;

/** Background jobs: counts by state, and the failed ones. */
export function QueuePage() {
  const { api } = useAdmin();
  const query = useInfiniteQuery({ ...queueQuery(api), refetchInterval: REFETCH_INTERVAL_MS });

  return (
    <>
      <PageHeading title="Queue" subtitle="Background jobs" />
      <QuerySection query={query} contentName="the queue" className={styles.page}>
        {({ pages: [queue, ...others] }) =>
          queue && (
            <>
              <QueueCounts queue={queue} />
              {queue.total === 0 ? (
                <Notice title="No failed jobs">Jobs that fail after several attempts appear here.</Notice>
              ) : (
                <FailedJobs pages={[queue, ...others]} total={queue.total} />
              )}
              <LoadMore query={query} />
            </>
          )
        }
      </QuerySection>
    </>
  );
}

/** Number of jobs in each state and of running workers. */
function QueueCounts({ queue: { counts, workers, oldest_waiting_seconds } }: { queue: QueueView }) {
  const cards = [
    { label: 'Waiting', count: counts.waiting },
    { label: 'In Progress', count: counts.active },
    { label: 'Retrying', count: counts.delayed },
    { label: 'Failed', count: counts.failed, isFailure: counts.failed > 0 },
    // Without a worker the count does not change.
    { label: 'Done in the Last Hour', count: workers > 0 ? counts.completed : undefined },
  ];
  return (
    <section aria-label="Figures" className={styles.counts}>
      <dl className={styles.cards}>
        {cards.map(({ label, count, isFailure }) => (
          <div key={label} className={styles.card} data-failure={isFailure || undefined}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.count}>{count === undefined ? '–' : formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <div role="status">
        {workers === 0 ? (
          <p className={styles.warning}>
            <Icon name="alert" size={18} />
            No worker is running. Photos wait until one does.
          </p>
        ) : (
          <p className={styles.line}>{formatCount(workers, 'worker is', 'workers are')} running.</p>
        )}
      </div>
      {oldest_waiting_seconds !== null && (
        <p className={styles.line}>The oldest job has waited for {formatDuration(oldest_waiting_seconds)}.</p>
      )}
    </section>
  );
}

/** Duration in its largest unit: 150 seconds give "2 minutes"; days from 48 hours on. */
function formatDuration(seconds: number): string {
  if (seconds < 60) return formatCount(seconds, 'second', 'seconds');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return formatCount(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour', 'hours') : formatCount(Math.floor(hours / 24), 'day', 'days');
}
