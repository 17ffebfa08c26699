import type { DashboardView } from '@portfolio/contracts';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatNumber } from '../../app/format-number.ts';
import styles from './stat-cards.module.css';

/** Linked counts of the site; dashes while they load. */
export function StatCards({ dashboard }: { dashboard: DashboardView | undefined }) {
  const { paths } = useAdmin();
  const cards = [
    { label: 'Galleries', count: dashboard?.galleries, to: paths.galleries },
    { label: 'Photos', count: dashboard?.photos, to: paths.photos },
    { label: 'Comments', count: dashboard?.comments, to: paths.comments },
    { label: 'Pending Comments', count: dashboard?.pendingComments, to: paths.pendingComments },
  ];
  return (
    <ul className={styles.cards} aria-label="Figures">
      {cards.map(({ label, count, to }) => (
        <li key={label}>
          <Link to={to} className={styles.card}>
            <span className={styles.count}>
              {count === undefined ? <span aria-hidden="true">–</span> : formatNumber(count)}
            </span>{' '}
            <span className={styles.label}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
