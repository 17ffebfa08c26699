import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAdmin } from '../layout/admin-context.ts';
import { followSiteEvents, type StreamEvent } from './site-events.ts';

type Listener = (event: StreamEvent) => void;

const ListenersContext = createContext<Set<Listener> | null>(null);

/** Opens one event stream for all listeners inside; needs a session. */
export function SiteEventsProvider({ children }: { children: ReactNode }) {
  const { api } = useAdmin();
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    const closing = new AbortController();
    const publish: Listener = (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (fault) {
          // A fault of one listener must not stop the others.
          reportError(fault);
        }
      }
    };
    void followSiteEvents(api, publish, closing.signal);
    return () => closing.abort();
  }, [api, listeners]);

  return <ListenersContext value={listeners}>{children}</ListenersContext>;
}

/** Subscribes to the events of the site; `open` means that events may have been missed. */
export function useSiteEvents(listener: Listener): void {
  const listeners = use(ListenersContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (!listeners) return;
    const notify: Listener = (event) => latest.current(event);
    listeners.add(notify);
    return () => void listeners.delete(notify);
  }, [listeners]);
}
