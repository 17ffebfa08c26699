import { Button, Icon, type IconName } from '@portfolio/ui';
import { NavLink, Outlet } from 'react-router';
import { UploadQueueProvider } from '../features/photos/upload-queue-provider.tsx';
import { useAdmin } from './admin-context.ts';
import styles from './admin-layout.module.css';

/** What stands around every page behind the sign-in: the menu, who is signed in, and the uploads under way. */
export function AdminLayout() {
  const { paths, session } = useAdmin();
  const menu: { label: string; to: string; icon: IconName }[] = [
    { label: 'Galleries', to: paths.galleries, icon: 'galleries' },
    { label: 'Photos', to: paths.photos, icon: 'photos' },
  ];

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.header}>
        <p className={styles.name}>Back office</p>
        <nav aria-label="Admin" className={styles.menu}>
          <ul className={styles.items}>
            {menu.map(({ label, to, icon }) => (
              <li key={to}>
                <NavLink to={to} className={styles.item}>
                  <Icon name={icon} />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.account}>
          <a className={styles.site} href={paths.publicSite} target="_blank" rel="noopener">
            View site
            <Icon name="external" size={16} />
          </a>
          <p className={styles.user}>{session.user?.name}</p>
          <Button variant="quiet" icon="signOut" onClick={session.end}>
            Logout
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <UploadQueueProvider>
          <Outlet />
        </UploadQueueProvider>
      </main>
    </div>
  );
}
