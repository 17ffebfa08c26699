import { Button, Icon } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PhotoDrop } from '../../features/photos/uploads/form/photo-drop.tsx';
import { UploadTray } from '../../features/photos/uploads/list/upload-tray.tsx';
import { NavigationGuard } from '../forms/unsaved-changes.tsx';
import { useAdmin } from './admin-context.ts';
import styles from './admin-layout.module.css';
import { AdminMenu } from './admin-menu.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { SiteEventsProvider } from '../data/site-events-provider.tsx';
import { useLogOut } from '../use-log-out.ts';

/** Frame of all pages behind the sign-in: menu, account and uploads. */
export function AdminLayout() {
  const { paths, session } = useAdmin();
  const main = useRouteFocus();
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
        <NavigationGuard />
      </div>
    </SiteEventsProvider>
  );
}

/** Focuses the content after a navigation, unless the address has the fragment of a section, which takes the focus itself. */
function useRouteFocus() {
  const { pathname, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (!hash || hash === '#content') main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return main;
}
