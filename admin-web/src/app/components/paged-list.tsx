import { failureMessage } from '@portfolio/api-client';
import { Button, InlineFailure, Spinner } from '@portfolio/ui';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '../format-number.ts';
import { passFocus } from './pass-focus.ts';
import styles from './query-states.module.css';

/**
 * Placeholder of a list, with a loading text.
 *
 * @param name as in `Loading comments...`
 * @param className of a row: its height
 */
export function ListSkeleton({ name, rows, className }: { name: string; rows: number; className: string | undefined }) {
  return (
    <>
      <p role="status" className={styles.loading}>
        <Spinner size="small" label={null} /> Loading {name}...
      </p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`${styles.skeleton} ${className}`} aria-hidden="true" />
      ))}
    </>
  );
}

export interface LoadMoreProps {
  query: Pick<
    UseInfiniteQueryResult,
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'isRefetching'
    | 'error'
    | 'fetchNextPage'
    | 'refetch'
  >;
  label?: string;
  className?: string | undefined;
  /** Replaces the query's own `fetchNextPage`. */
  onLoad?: () => Promise<unknown>;
}

const canBeFocused = (element: HTMLElement) => element.tabIndex >= 0 && !element.matches(':disabled');
const focusable = () =>
  [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(canBeFocused);

/**
 * Button that loads the next page, if there is one, with the error of the last attempt.
 * Its focus moves to the first new item when it goes.
 */
export function LoadMore({ query, label = 'Load more', className, onLoad }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isRefetching, fetchNextPage, refetch } = query;
  /** The element before the focused button, while its page loads. */
  const lastItem = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (isFetchingNextPage) return;
    const last = lastItem.current;
    lastItem.current = undefined;
    if (hasNextPage || !last?.isConnected || document.activeElement !== document.body) return;
    const after = focusable();
    after[after.indexOf(last) + 1]?.focus({ preventScroll: true });
  }, [hasNextPage, isFetchingNextPage]);
  if (!hasNextPage) return null;

  const load = async (button: HTMLElement) => {
    const before = focusable();
    if (document.activeElement === button) lastItem.current = before[before.indexOf(button) - 1];
    await (onLoad ?? fetchNextPage)();
    // The load has cancelled the refetch.
    if (isRefetching) await refetch();
  };
  return (
    <div className={className ? `${styles.more} ${className}` : styles.more}>
      {isFetchNextPageError && <InlineFailure>{failureMessage(query.error, 'Failed to load more')}</InlineFailure>}
      <Button
        busy={isFetchingNextPage}
        busyLabel="Loading..."
        onClick={({ currentTarget }) => void load(currentTarget)}
      >
        {isFetchNextPageError ? 'Try Again' : label}
      </Button>
    </div>
  );
}

/** Fetches further pages as long as more are needed, such as those up to the item of the address. */
export function useFurtherPages(
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>,
  isMoreNeeded: boolean,
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isDue = isMoreNeeded && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

export interface UnseenButtonProps {
  count: number;
  one: string;
  many: string;
  onShow: () => Promise<void>;
}

/** Announces new items, with a button that shows them. */
export function UnseenButton({ count, one, many, onShow }: UnseenButtonProps) {
  return (
    <p role="status">
      {count > 0 && (
        <Button ref={passFocus} onClick={() => void onShow()}>
          {formatCount(count, one, many)} – Show
        </Button>
      )}
    </p>
  );
}
