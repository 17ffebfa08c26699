import { Api, currentUserQuery } from '@portfolio/api-client';
import type { SessionView } from '@portfolio/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { AdminContext, type Session } from './admin-context.ts';
import { adminPaths } from './paths.ts';
import { tokenStore } from '../data/token-store.ts';

export interface AdminProviderProps {
  basePath: string;
  apiOrigin: string;
  publicOrigin: string;
  children: ReactNode;
}

/** Read anew for each call: an id under which the logs of all processes tell of it. */
const anIdPerCall: Record<string, string> = {
  get 'x-request-id'() {
    return `b.${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('.')}`;
  },
};

/** Gives the pages their API, addresses and session. */
export function AdminProvider({ basePath, apiOrigin, publicOrigin, children }: AdminProviderProps) {
  const api = useMemo(
    () =>
      new Api({ origin: apiOrigin, token: tokenStore.get, onUnauthorized: tokenStore.refuse, headers: anIdPerCall }),
    [apiOrigin],
  );
  const paths = useMemo(() => adminPaths(basePath, publicOrigin), [basePath, publicOrigin]);
  const session = useSessionOf(api);
  const admin = useMemo(() => ({ api, paths, session }), [api, paths, session]);
  return <AdminContext value={admin}>{children}</AdminContext>;
}

/** A kept token is tried once; whatever makes that fail ends the session, and so does any 401 later on. */
function useSessionOf(api: Api): Session {
  const queryClient = useQueryClient();
  const token = useSyncExternalStore(tokenStore.subscribe, tokenStore.get);
  const hasEnded = useSyncExternalStore(tokenStore.subscribe, tokenStore.wasRefused);
  const { data: user, isLoadingError } = useQuery({
    ...currentUserQuery(api),
    enabled: token !== null,
    staleTime: Infinity,
  });

  useEffect(() => {
    if (isLoadingError) tokenStore.refuse();
  }, [isLoadingError]);

  // What one administrator has read is not the next one's to see.
  useEffect(() => {
    if (token === null) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'demo' });
  }, [token, queryClient]);

  const begin = useCallback(
    (session: SessionView) => {
      queryClient.setQueryData(currentUserQuery(api).queryKey, session.user);
      tokenStore.set(session.token);
    },
    [api, queryClient],
  );

  return useMemo(() => {
    const status = token === null ? 'signed-out' : user ? 'signed-in' : 'loading';
    return { status, hasEnded, user: token === null ? undefined : user, begin, end: tokenStore.clear };
  }, [token, hasEnded, user, begin]);
}
