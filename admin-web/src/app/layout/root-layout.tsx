import { publicSettingsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Outlet } from 'react-router';
import { useAdmin } from './admin-context.ts';
import { useUncaughtFaults } from '../fault-reports.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useTheme } from './use-theme.ts';
import { siteFormats, SiteFormatsContext } from '../date-time.tsx';

/** Theme, date formats, error boundary and fault reports of all pages. */
export function RootLayout() {
  const { api } = useAdmin();
  const { data: site, isPending } = useQuery(publicSettingsQuery(api));
  useTheme(site);
  useUncaughtFaults();
  const { language, timeZone } = site ?? {};
  const formats = useMemo(
    () => (isPending ? null : siteFormats(language && timeZone ? { language, timeZone } : undefined)),
    [isPending, language, timeZone],
  );
  return (
    <SiteFormatsContext value={formats}>
      <PageBoundary>
        <Outlet />
      </PageBoundary>
    </SiteFormatsContext>
  );
}
