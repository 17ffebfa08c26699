import type { QueueView } from '@portfolio/contracts';
import { Icon } from '@portfolio/ui';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import styles from './queue-counts.module.css';

/** Number of jobs in each state and of running workers. */
export function QueueCounts({ queue: { counts, workers, oldest_waiting_seconds } }: { queue: QueueView }) {
  const cards = [
    { label: 'Waiting', count: counts.waiting },
    { label: 'In Progress', count: counts.active },
    { label: 'Retrying', count: counts.delayed },
    { label: 'Failed', count: counts.failed, isFailure: counts.failed > 0 },
    { label: 'Done in the Last Hour', count: counts.completed },
  ];
  return (
    <section aria-label="Figures" className={styles.counts}>
      <dl className={styles.cards}>
        {cards.map(({ label, count, isFailure }) => (
          <div key={label} className={styles.card} data-failure={isFailure || undefined}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.count}>{formatNumber(count)}</dd>
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

/** Duration in its largest unit: 150 seconds give "2 minutes". */
function formatDuration(seconds: number): string {
  if (seconds < 60) return formatCount(seconds, 'second', 'seconds');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return formatCount(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour', 'hours') : formatCount(Math.floor(hours / 24), 'day', 'days');
}
