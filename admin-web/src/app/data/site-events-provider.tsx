import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useAdmin } from '../layout/admin-context.ts';
import { followSiteEvents, type Listener, type StreamEvent } from './site-events.ts';

const ListenersContext = createContext<Set<Listener> | null>(null);

/** Opens one event stream for all listeners inside while the page is visible; needs a session. */
export function SiteEventsProvider({ children }: { children: ReactNode }) {
  const { api } = useAdmin();
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    let controller = new AbortController();
    const publish: Listener = (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          // An error in one listener must not stop the others.
          reportError(error);
        }
      }
    };
    // HTTP/1.1 allows six connections: the streams of hidden tabs would block all other requests.
    const follow = () => {
      controller.abort();
      controller = new AbortController();
      if (!document.hidden) void followSiteEvents(api, publish, controller.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      controller.abort();
    };
  }, [api, listeners]);

  return <ListenersContext value={listeners}>{children}</ListenersContext>;
}

/** Subscribes to the events of the site; `open` means that events may have been missed. */
export function useSiteEvents(listener: Listener): void {
  const listeners = use(ListenersContext);
  const latest = useEffectEvent(listener);
  useEffect(() => {
    if (!listeners) return;
    const notify: Listener = (event) => latest(event);
    listeners.add(notify);
    return () => void listeners.delete(notify);
  }, [listeners]);
}

/**
 * Refetches a query after events of the site.
 *
 * @param interval milliseconds in which events share one refetch: 200 uploads may end together
 */
export function useRefetchOnEvents(
  queryKey: QueryKey,
  interval: number,
  isRelevant: (type: StreamEvent['type']) => boolean,
): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSiteEvents(({ type }) => {
    if (!isRelevant(type)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey });
    }, interval);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
