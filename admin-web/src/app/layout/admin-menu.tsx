import { dashboardQuery } from '@portfolio/api-client';
import { Icon, type IconName } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useNavigate } from 'react-router';
import { useRefetchOnEvents } from '../data/site-events-provider.tsx';
import { useAdmin } from './admin-context.ts';
import styles from './admin-layout.module.css';
import { useScrollToCurrentLink } from './use-scroll-to-current-link.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

/** Milliseconds in which events share one refetch of the counts. */
const REFETCH_INTERVAL_MS = 500;

interface MenuItem {
  label: string;
  to: string;
  icon: IconName;
  /** The key pressed after `g`. */
  key: string;
  /** Number of items needing attention, and its label for screen readers. */
  badge?: { count: number; label: string } | undefined;
}

/** Links to all pages with counts of items needing attention; shortcuts are `g` and a letter. */
export function AdminMenu() {
  const { api, paths } = useAdmin();
  const navigate = useNavigate();
  const { data: counts } = useQuery(dashboardQuery(api));
  useRefetchOnEvents(dashboardQuery(api).queryKey, REFETCH_INTERVAL_MS, (type) => type !== 'photo.progress');
  const items: MenuItem[] = [
    { label: 'Dashboard', to: paths.dashboard, icon: 'dashboard', key: 'd' },
    { label: 'Galleries', to: paths.galleries, icon: 'galleries', key: 'g' },
    { label: 'Photos', to: paths.photos, icon: 'photos', key: 'p' },
    {
      label: 'Comments',
      to: paths.comments,
      icon: 'comments',
      key: 'c',
      badge: counts && { count: counts.pendingComments, label: 'pending' },
    },
    { label: 'News', to: paths.news, icon: 'news', key: 'n' },
    {
      label: 'Messages',
      to: paths.messages,
      icon: 'messages',
      key: 'm',
      badge: counts && { count: counts.unreadMessages, label: 'unread' },
    },
    { label: 'Settings', to: paths.settings, icon: 'settings', key: 's' },
    { label: 'Trash', to: paths.trash, icon: 'trash', key: 't' },
    { label: 'Queue', to: paths.jobQueue, icon: 'list', key: 'q' },
  ];
  useShortcuts(
    'Go to',
    items.map(({ label, to, key }) => ({ keys: `g ${key}`, label, run: () => void navigate(to) })),
  );

  const nav = useScrollToCurrentLink();
  return (
    <nav ref={nav} aria-label="Admin" className={styles.menu}>
      <ul className={styles.items}>
        {items.map(({ label, to, icon, badge }) => (
          <li key={to}>
            <NavLink to={to} end={to === paths.dashboard} className={styles.item}>
              <Icon name={icon} />
              {label}
              {badge && badge.count > 0 && (
                <span className={styles.count}>
                  {badge.count} <span className="visually-hidden">{badge.label}</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
