import type { DashboardView } from '@portfolio/contracts';
import { buttonClass, Icon, type IconName } from '@portfolio/ui';
import { Link } from 'react-router';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './overview.module.css';

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

/** Links to unread messages and unfinished photos, if there are any. */
export function PendingWork({ dashboard }: { dashboard: DashboardView }) {
  const { paths } = useAdmin();
  const { unreadMessages, processingPhotos, failedPhotos } = dashboard;
  const all: { count: number; text: string; to: string; icon: IconName }[] = [
    {
      count: unreadMessages,
      text: formatCount(unreadMessages, 'unread message', 'unread messages'),
      to: paths.messages,
      icon: 'messages',
    },
    {
      count: processingPhotos,
      text: formatCount(processingPhotos, 'photo is being prepared', 'photos are being prepared'),
      to: `${paths.photos}?status=processing`,
      icon: 'photos',
    },
    { count: processingPhotos, text: 'See the queue', to: paths.jobQueue, icon: 'list' },
    {
      count: failedPhotos,
      text: formatCount(failedPhotos, 'photo couldn’t be processed', 'photos couldn’t be processed'),
      to: `${paths.photos}?status=failed`,
      icon: 'alert',
    },
  ];
  const waiting = all.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.waiting} aria-label="Waiting for you">
      {waiting.map(({ text, to, icon }) => (
        <li key={to}>
          <Link to={to} className={styles.item} data-failure={icon === 'alert' || undefined}>
            <Icon name={icon} size={18} />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function QuickActions() {
  const { paths } = useAdmin();
  const className = `${buttonClass('secondary')} ${styles.action}`;
  const actions: { label: string; to: string; icon: IconName }[] = [
    { label: 'Upload Photo', to: paths.newPhoto, icon: 'upload' },
    { label: 'New Gallery', to: paths.newGallery, icon: 'galleries' },
    { label: 'New News Item', to: paths.newNews, icon: 'news' },
    { label: 'Edit Site Texts', to: paths.siteTexts, icon: 'edit' },
  ];
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className={styles.title}>
        Quick actions
      </h2>
      <ul className={styles.actions}>
        {actions.map(({ label, to, icon }) => (
          <li key={label}>
            <Link to={to} className={className}>
              <Icon name={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href={paths.publicSite} target="_blank" rel="noopener" className={className}>
            <Icon name="external" size={18} />
            View Site
          </a>
        </li>
      </ul>
    </section>
  );
}
