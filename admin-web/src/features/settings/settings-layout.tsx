import { matchPath, Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useScrollToCurrentLink } from '../../app/layout/use-scroll-to-current-link.ts';
import styles from './settings-layout.module.css';

/** Pages of the settings: path below `/admin/settings`, and name. */
const PAGES = [
  { path: '', name: 'Profile and Look' },
  { path: '/texts', name: 'Texts' },
  { path: '/rights', name: 'Rights' },
  { path: '/contact', name: 'Contact' },
  { path: '/privacy', name: 'Privacy' },
  { path: '/sessions', name: 'Sessions' },
  { path: '/export', name: 'Export' },
];

/** Sections of `/admin/settings` that have moved to other pages, by fragment. */
const MOVED: Record<string, string> = {
  '#access': '/privacy',
  '#texts': '/texts',
  '#texts-contact': '/contact',
  '#texts-imprint': '/privacy',
  '#sessions': '/sessions',
  '#security-events': '/sessions#security-events',
};

/** Heading and navigation of the settings: beside their pages, on narrow screens one line above them. */
export function SettingsLayout() {
  const { paths } = useAdmin();
  const { pathname, hash } = useLocation();
  const nav = useScrollToCurrentLink();
  const page = PAGES.find(({ path }) => matchPath(paths.settings + path, pathname));
  const moved = page?.path === '' && (MOVED[hash] ?? (hash.startsWith('#texts-') && `/texts${hash}`));
  return (
    <>
      <PageHeading title="Settings" subtitle="Manage your profile and account settings" page={page?.name} />
      {/* Beside the page, whose unsaved changes may block it. */}
      {moved && <Navigate to={paths.settings + moved} replace />}
      <div className={styles.page}>
        <nav ref={nav} aria-label="Settings" className={styles.contents}>
          <ul className={styles.list}>
            {PAGES.map(({ path, name }) => (
              <li key={path}>
                <NavLink to={paths.settings + path} end className={styles.link}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          <Outlet />
        </div>
      </div>
    </>
  );
}
