import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAdmin } from '../../app/admin-context.ts';
import type { SignInState } from './require-session.tsx';

/**
 * Ends the session of whoever comes by Logout. It is a page, so that a form with unsaved changes asks before it is left; an
 * address that somebody else has given ends nothing.
 */
export function SignOut() {
  const { paths, session } = useAdmin();
  const { state } = useLocation() as { state: SignInState | null };
  const isMeant = state !== null;
  const { status, end } = session;
  useEffect(() => {
    if (isMeant) end();
  }, [isMeant, end]);
  if (!isMeant) return <Navigate to={paths.dashboard} replace />;
  return status === 'signed-out' ? <Navigate to={paths.login} replace state={state} /> : null;
}
