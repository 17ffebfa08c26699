import { queueQuery } from '@portfolio/api-client';
import { Button, Notice } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { QuerySection } from '../../app/components/query-section.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueCounts } from './queue-counts.tsx';
import styles from './queue-page.module.css';

/** Milliseconds between two refetches while the page is visible. */
const REFETCH_INTERVAL_MS = 4_000;

/** Background jobs: counts by state, and the failed ones. */
export function QueuePage() {
  const { api } = useAdmin();
  const query = useInfiniteQuery({ ...queueQuery(api), refetchInterval: REFETCH_INTERVAL_MS });
  const { isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const section = useRef<HTMLDivElement>(null);
  const focus = () => section.current?.focus({ preventScroll: true });

  return (
    <>
      <PageHeading title="Queue" subtitle="Background jobs" />
      <QuerySection query={query} name="the queue" ref={section} className={styles.page}>
        {({ pages }) => {
          const [queue] = pages;
          if (!queue) return null;
          return (
            <>
              <QueueCounts queue={queue} />
              {queue.total === 0 ? (
                <Notice title="Nothing has failed">What cannot be done after several attempts is listed here.</Notice>
              ) : (
                <FailedJobs pages={pages} total={queue.total} onGone={() => setTimeout(focus)} />
              )}
              {hasNextPage && (
                <p className={styles.more}>
                  <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
                    Load more
                  </Button>
                </p>
              )}
            </>
          );
        }}
      </QuerySection>
    </>
  );
}
