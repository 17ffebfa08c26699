import { Icon, type IconName } from '@portfolio/ui';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './quick-actions.module.css';

/** Links to frequent tasks. */
export function QuickActions() {
  const { paths } = useAdmin();
  const actions: { label: string; to: string; icon: IconName }[] = [
    { label: 'Upload Photo', to: paths.newPhoto, icon: 'upload' },
    { label: 'New Gallery', to: paths.newGallery, icon: 'galleries' },
    { label: 'New News Item', to: paths.newNews, icon: 'news' },
    { label: 'Edit Site Texts', to: `${paths.settings}#texts`, icon: 'edit' },
  ];
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className={styles.title}>
        Quick actions
      </h2>
      <ul className={styles.actions}>
        {actions.map(({ label, to, icon }) => (
          <li key={label}>
            <Link to={to} className={styles.action}>
              <Icon name={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href={paths.publicSite} target="_blank" rel="noopener" className={styles.action}>
            <Icon name="external" size={18} />
            View Site
          </a>
        </li>
      </ul>
    </section>
  );
}
