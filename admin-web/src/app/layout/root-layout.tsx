import { publicSettingsQuery } from '@portfolio/api-client';
import type { PublicSettingsView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { useAdmin } from './admin-context.ts';
import { PageBoundary, useReportUncaughtErrors } from './page-boundary.tsx';
import { siteFormats, SiteFormatsContext } from '../date-time.tsx';

/** Theme, date formats, error boundary and error reports of all pages. */
export function RootLayout() {
  const { api } = useAdmin();
  const { data: site, isFetched } = useQuery(publicSettingsQuery(api));
  useTheme(site);
  useReportUncaughtErrors();
  const formats = useMemo(() => (isFetched ? siteFormats(site) : null), [isFetched, site]);
  return (
    <SiteFormatsContext value={formats}>
      <PageBoundary>
        <Outlet />
      </PageBoundary>
    </SiteFormatsContext>
  );
}

const darkSchemeQuery = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  const query = darkSchemeQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Sets the document's theme: dark if the site or the system is. Restores it on unmount. */
function useTheme(site: PublicSettingsView | undefined): void {
  const isSystemDark = useSyncExternalStore(subscribe, () => darkSchemeQuery().matches);
  const isDark = site?.darkTheme || isSystemDark;

  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = isDark ? 'dark' : 'light';
    return () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
  }, [isDark]);
}
