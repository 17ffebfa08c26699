import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAdmin } from '../layout/admin-context.ts';
import { followSiteEvents, type StreamEvent } from './site-events.ts';

type Listener = (event: StreamEvent) => void;

const ListenersContext = createContext<Set<Listener> | null>(null);

/** One stream of what happens on the site, for all that is inside. It stands behind the sign-in. */
export function SiteEventsProvider({ children }: { children: ReactNode }) {
  const { api } = useAdmin();
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    const leaving = new AbortController();
    const tell: Listener = (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (fault) {
          // It is one page's own: the others hear all the same.
          reportError(fault);
        }
      }
    };
    void followSiteEvents(api, tell, leaving.signal);
    return () => leaving.abort();
  }, [api, listeners]);

  return <ListenersContext value={listeners}>{children}</ListenersContext>;
}

/** Tells what happens on the site; `open` says that something may have been missed. */
export function useSiteEvents(listener: Listener): void {
  const listeners = use(ListenersContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (!listeners) return;
    const tell: Listener = (event) => latest.current(event);
    listeners.add(tell);
    return () => void listeners.delete(tell);
  }, [listeners]);
}
