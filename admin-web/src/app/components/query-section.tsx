import { failureMessage } from '@portfolio/api-client';
import { Spinner } from '@portfolio/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { LoadFailure } from './load-failure.tsx';
import styles from './query-states.module.css';

export interface QuerySectionProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'> & {
    /** Of a paged list: `LoadMore` shows the error. */
    isFetchNextPageError?: boolean;
  };
  /** Lower-case name for the messages, such as `sessions` in `Failed to load sessions`. */
  contentName: string;
  /** Of the section, for callers that move the focus to it. */
  ref?: RefObject<HTMLDivElement | null>;
  className?: string | undefined;
  /** Renders the data. It may be stale if the last refetch failed; the error is then shown above it. */
  children: (data: T) => ReactNode;
}

/** Spinner, failure with a retry, and content of one query. */
export function QuerySection<T>({ query, contentName, ref, className = '', children }: QuerySectionProps<T>) {
  const { data, isFetching, isFetchNextPageError, refetch } = query;
  const error = isFetchNextPageError ? null : query.error;
  return (
    <div ref={ref} tabIndex={-1} className={`${styles.section} ${className}`}>
      {error && (
        <LoadFailure title={`Failed to load ${contentName}`} busy={isFetching} onRetry={() => void refetch()}>
          {failureMessage(error, '')}
        </LoadFailure>
      )}
      {data === undefined && !error && <Spinner label={`Loading ${contentName}`} />}
      {data !== undefined && children(data)}
    </div>
  );
}
