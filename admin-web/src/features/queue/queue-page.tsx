import { failureMessage, queueQuery } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueFigures } from './queue-figures.tsx';
import styles from './queue-page.module.css';

/** Milliseconds between two looks at the queue, while somebody sees the page. */
const LOOK_EVERY = 4_000;

/** What the worker has to do, and what it could not do. */
export function QueuePage() {
  const { api } = useAdmin();
  const query = useInfiniteQuery({ ...queueQuery(api), refetchInterval: LOOK_EVERY });
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = query;
  const page = useRef<HTMLDivElement>(null);
  const queue = data?.pages[0];
  const focus = () => page.current?.focus({ preventScroll: true });
  const tryAgain = async () => {
    const { isSuccess } = await refetch();
    // The button goes with the failure.
    if (isSuccess) focus();
  };

  return (
    <>
      <PageHeading title="Queue" subtitle="Background jobs" />
      {error && (
        <Notice
          tone="failure"
          title="Failed to load the queue"
          action={
            <Button busy={isFetching} busyLabel="Loading..." onClick={() => void tryAgain()}>
              Try Again
            </Button>
          }
        >
          {failureMessage(error, '')}
        </Notice>
      )}
      <div ref={page} className={styles.page} tabIndex={-1}>
        {!queue && !error && <Spinner label="Loading queue" />}
        {queue && <QueueFigures queue={queue} />}
        {queue && queue.total === 0 && (
          <Notice title="Nothing has failed">What cannot be done after several attempts is listed here.</Notice>
        )}
        {queue && queue.total > 0 && (
          <FailedJobs pages={data.pages} total={queue.total} onGone={() => setTimeout(focus)} />
        )}
        {hasNextPage && (
          <p className={styles.more}>
            <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
              Load more
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
