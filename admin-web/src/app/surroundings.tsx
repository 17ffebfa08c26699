import { Outlet } from 'react-router';
import { useUncaughtFaults } from './fault-reports.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useTheme } from './use-theme.ts';

/** What holds on every page of the back office: its theme, a card in place of what fails, and that the site hears of it. */
export function Surroundings() {
  useTheme();
  useUncaughtFaults();
  return (
    <PageBoundary>
      <Outlet />
    </PageBoundary>
  );
}
