import { Api, currentUserQuery } from '@portfolio/api-client';
import type { SessionView } from '@portfolio/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { AdminContext, type Session } from './admin-context.ts';
import { adminPaths } from './paths.ts';
import { tokenStore } from '../data/token-store.ts';

export interface AdminProviderProps {
  basePath: string;
  apiOrigin: string;
  publicOrigin: string;
  children: ReactNode;
}

/** Header with a request id for each call, which all processes log. `b.` stands for browser. */
const requestIdHeader: Record<string, string> = {
  get 'x-request-id'() {
    return `b.${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('.')}`;
  },
};

export function AdminProvider({ basePath, apiOrigin, publicOrigin, children }: AdminProviderProps) {
  const api = useMemo(
    () =>
      new Api({
        origin: apiOrigin,
        token: tokenStore.get,
        onUnauthorized: tokenStore.clearInvalid,
        headers: requestIdHeader,
      }),
    [apiOrigin],
  );
  const paths = useMemo(() => adminPaths(basePath, publicOrigin), [basePath, publicOrigin]);
  const session = useSession(api);
  const admin = useMemo(() => ({ api, paths, session }), [api, paths, session]);
  return <AdminContext value={admin}>{children}</AdminContext>;
}

/** Verifies a stored token once. */
function useSession(api: Api): Session {
  const queryClient = useQueryClient();
  const token = useSyncExternalStore(tokenStore.subscribe, tokenStore.get);
  const endReason = useSyncExternalStore(tokenStore.subscribe, tokenStore.endReason);
  const {
    data: user,
    errorUpdateCount,
    isFetching,
    refetch,
  } = useQuery({
    ...currentUserQuery(api),
    enabled: token !== null,
    staleTime: Infinity,
  });

  // A retry is pending again: its button keeps the focus.
  const isUnverified = user === undefined && errorUpdateCount > 0;
  const isVerifying = isUnverified && isFetching;

  const lastToken = useRef(token);
  // Cached data must not be visible to the next administrator, unless it is public.
  useEffect(() => {
    if (token === null) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'demo' && queryKey[1] !== 'public' });
    }
    // Another tab has changed the password, an import has replaced the site, or another administrator has signed in while
    // this tab was frozen.
    if (lastToken.current !== null && lastToken.current !== token) void queryClient.invalidateQueries();
    lastToken.current = token;
  }, [token, queryClient]);

  const begin = useCallback(
    (session: SessionView) => {
      queryClient.setQueryData(currentUserQuery(api).queryKey, session.user);
      lastToken.current = session.token;
      tokenStore.set(session.token);
    },
    [api, queryClient],
  );

  return useMemo(() => {
    const status = token === null ? 'signed-out' : user ? 'signed-in' : isUnverified ? 'unverified' : 'loading';
    return {
      status,
      endReason,
      user: token === null ? undefined : user,
      isVerifying,
      verify: () => void refetch(),
      begin,
      end: tokenStore.clear,
    };
  }, [token, endReason, user, isUnverified, isVerifying, refetch, begin]);
}
