import { Button, Icon } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PhotoDrop } from '../../features/photos/uploads/form/photo-drop.tsx';
import { UploadTray } from '../../features/photos/uploads/list/upload-tray.tsx';
import { useAdmin } from './admin-context.ts';
import styles from './admin-layout.module.css';
import { AdminMenu } from './admin-menu.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { SiteEventsProvider } from '../data/site-events-provider.tsx';
import { useLogOut } from '../use-log-out.ts';

/** What stands around every page behind the sign-in: the menu, who is signed in, and the uploads under way. */
export function AdminLayout() {
  const { paths, session } = useAdmin();
  const main = useFocusOnArrival();
  const logOut = useLogOut();
  return (
    <SiteEventsProvider>
      <ScrollRestoration />
      <div className={styles.frame}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <header className={styles.header}>
          <p className={styles.name}>Back office</p>
          <AdminMenu />
          <div className={styles.account}>
            <a className={styles.site} href={paths.publicSite} target="_blank" rel="noopener">
              View site
              <Icon name="external" size={16} />
            </a>
            <ShortcutList />
            <p className={styles.user} dir="auto">
              {session.user?.name}
            </p>
            <Button variant="quiet" icon="signOut" onClick={logOut}>
              Logout
            </Button>
          </div>
        </header>
        <main id="content" ref={main} tabIndex={-1} className={styles.main}>
          <PageBoundary>
            <Outlet />
          </PageBoundary>
        </main>
        <UploadTray />
        <PhotoDrop />
      </div>
    </SiteEventsProvider>
  );
}

/**
 * Takes the focus to the content of the next page, so that who reads with a keyboard or a screen reader is there at once.
 * An address that names a part of the page leaves the focus to that part.
 */
function useFocusOnArrival() {
  const { pathname, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!hash) main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return main;
}
