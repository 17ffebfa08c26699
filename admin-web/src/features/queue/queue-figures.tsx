import type { QueueView } from '@portfolio/contracts';
import { Icon } from '@portfolio/ui';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import styles from './queue-figures.module.css';
import { waitInWords } from './wait-in-words.ts';

/** How many jobs there are in each state, and who is there to do them. */
export function QueueFigures({ queue: { counts, workers, oldest_waiting_seconds } }: { queue: QueueView }) {
  const figures = [
    { label: 'Waiting', count: counts.waiting },
    { label: 'In Progress', count: counts.active },
    { label: 'Retrying', count: counts.delayed },
    { label: 'Failed', count: counts.failed, isFailure: counts.failed > 0 },
    { label: 'Done in the Last Hour', count: counts.completed },
  ];
  return (
    <section aria-label="Figures" className={styles.figures}>
      <dl className={styles.cards}>
        {figures.map(({ label, count, isFailure }) => (
          <div key={label} className={styles.card} data-failure={isFailure || undefined}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.figure}>{formatNumber(count)}</dd>
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
        <p className={styles.line}>The oldest job has waited for {waitInWords(oldest_waiting_seconds)}.</p>
      )}
    </section>
  );
}
