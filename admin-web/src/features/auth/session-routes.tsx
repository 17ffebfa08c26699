import { signOut } from '@portfolio/api-client';
import { Spinner } from '@portfolio/ui';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** Location state of the sign-in page: where to go afterwards. */
export interface SignInState {
  from?: string;
}

/** Renders the route for a signed-in administrator, and redirects others to the sign-in page. */
export function RequireSession() {
  const { session, paths } = useAdmin();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <Spinner label="Loading" />;
  if (session.status === 'signed-in') return <Outlet />;
  const state: SignInState = { from: pathname + search + hash };
  return <Navigate to={paths.login} replace state={state} />;
}

/**
 * Page that ends the session, here and at the API. As a page, it lets a form with unsaved changes block it; only links of the
 * back office carry the state that it needs.
 */
export function SignOut() {
  const { api, paths, session } = useAdmin();
  const { state } = useLocation() as { state: SignInState | null };
  const isRequested = state !== null;
  const { status, end } = session;
  useEffect(() => {
    if (!isRequested) return;
    if (api.credentials().authorization) signOut(api).catch(() => undefined);
    end();
  }, [isRequested, api, end]);
  if (!isRequested) return <Navigate to={paths.dashboard} replace />;
  return status === 'signed-out' ? <Navigate to={paths.login} replace state={state} /> : null;
}
