import { dashboardQuery } from '@portfolio/api-client';
import type { DashboardView } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import styles from './dashboard-page.module.css';
import { FirstSteps, hasStepsLeft, useSaveSteps } from './first-steps.tsx';
import { QuickActions, StatCards, PendingWork } from './overview.tsx';
import { RecentComments, RecentPhotos } from './recent.tsx';
import { Visits } from './visits/visits.tsx';

const hasNothing = ({ photos, galleries, comments, pendingComments }: DashboardView) =>
  photos + galleries + comments + pendingComments === 0;

/** Overview of the site. The menu uses the same query and refetches it at events of the site. */
export function DashboardPage() {
  const { api } = useAdmin();
  const { data: dashboard, isError, isFetching, refetch } = useQuery(dashboardQuery(api));
  const saveSteps = useSaveSteps();

  const isUnfinished = dashboard && hasStepsLeft(dashboard.firstSteps);
  const isGuided = isUnfinished && !dashboard.firstSteps.dismissed;

  return (
    <>
      <PageHeading title="Dashboard" subtitle="Overview" />
      {isError && (
        <LoadFailure title="Failed to load dashboard data" busy={isFetching} onRetry={() => void refetch()} />
      )}
      <div className={styles.page} tabIndex={-1} aria-busy={isFetching}>
        {(dashboard || !isError) && <StatCards dashboard={dashboard} />}
        {dashboard && <PendingWork dashboard={dashboard} />}
        <QuickActions />
        {!dashboard && !isError && (
          <div className={styles.recent}>
            <p role="status" className="visually-hidden">
              Loading
            </p>
            {['photos', 'comments'].map((list) => (
              <div key={list} className={styles.skeletons} aria-hidden="true">
                {[0, 1, 2, 3, 4].map((index) => (
                  <div key={index} className={styles.skeleton} />
                ))}
              </div>
            ))}
          </div>
        )}
        {isGuided && <FirstSteps steps={dashboard.firstSteps} onSave={saveSteps} />}
        {dashboard && !(isGuided && hasNothing(dashboard)) && (
          <>
            <div className={styles.recent}>
              <RecentPhotos photos={dashboard.recentPhotos} />
              <RecentComments comments={dashboard.recentComments} />
            </div>
            <Visits />
          </>
        )}
        {isUnfinished && !isGuided && (
          <div>
            <Button
              ref={passFocus}
              variant="quiet"
              onClick={() => saveSteps({ settings: { first_steps_dismissed: 'false' }, steps: { dismissed: false } })}
            >
              Show the first steps
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
