import type { DashboardView } from '@portfolio/contracts';
import { Icon, type IconName } from '@portfolio/ui';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount } from '../../app/format-number.ts';
import styles from './waiting.module.css';

/** Links to unread messages and unfinished photos, if there are any. */
export function Waiting({ dashboard }: { dashboard: DashboardView }) {
  const { paths } = useAdmin();
  const { unreadMessages, processingPhotos, failedPhotos } = dashboard;
  const all: { count: number; text: string; to: string; icon: IconName; isFailure?: boolean }[] = [
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
    { count: processingPhotos, text: 'See the queue', to: paths.queue, icon: 'list' },
    {
      count: failedPhotos,
      text: formatCount(failedPhotos, 'photo couldn’t be processed', 'photos couldn’t be processed'),
      to: `${paths.photos}?status=failed`,
      icon: 'alert',
      isFailure: true,
    },
  ];
  const waiting = all.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.waiting} aria-label="Waiting for you">
      {waiting.map(({ text, to, icon, isFailure }) => (
        <li key={to}>
          <Link to={to} className={styles.item} data-failure={isFailure}>
            <Icon name={icon} size={18} />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
