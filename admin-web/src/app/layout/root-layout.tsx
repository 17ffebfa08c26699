import { publicSettingsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Outlet } from 'react-router';
import { useAdmin } from './admin-context.ts';
import { useUncaughtFaults } from '../fault-reports.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useTheme } from './use-theme.ts';
import { siteFormats, SiteFormatsContext } from '../date-time.tsx';

/**
 * What holds on every page of the back office: its theme, its dates, a card in place of what fails, and that the site hears
 * of it.
 */
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
