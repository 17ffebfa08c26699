import { failureMessage } from '@portfolio/api-client';
import { Spinner } from '@portfolio/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { LoadFailure } from './load-failure.tsx';

export interface QuerySectionProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** As in `Failed to load sessions`. */
  name: string;
  /** Focused after a retry, when its button was removed. */
  ref: RefObject<HTMLDivElement | null>;
  className?: string | undefined;
  /** Renders the data, which may be older than a failure. */
  children: (data: T) => ReactNode;
}

/** Spinner, failure with a retry, and content of one query. */
export function QuerySection<T>({ query, name, ref, className, children }: QuerySectionProps<T>) {
  const { data, error, isFetching, refetch } = query;
  const retry = async () => {
    if ((await refetch()).isSuccess) ref.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={ref} tabIndex={-1} className={className}>
      {error && (
        <LoadFailure title={`Failed to load ${name}`} busy={isFetching} onRetry={() => void retry()}>
          {failureMessage(error, '')}
        </LoadFailure>
      )}
      {data === undefined && !error && <Spinner label={`Loading ${name}`} />}
      {data !== undefined && children(data)}
    </div>
  );
}
