import { Spinner } from '@portfolio/ui';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';

/** What the guard remembers for the sign-in page. */
export interface SignInState {
  from?: string;
}

/** Lets only a signed-in administrator through; anyone else is sent to sign in and brought back afterwards. */
export function RequireSession() {
  const { session, paths } = useAdmin();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <Spinner label="Loading" />;
  if (session.status === 'signed-in') return <Outlet />;
  const state: SignInState = { from: pathname + search + hash };
  return <Navigate to={paths.login} replace state={state} />;
}
