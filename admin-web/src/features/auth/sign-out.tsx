import { signOut } from '@portfolio/api-client';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import type { SignInState } from './require-session.tsx';

/**
 * Ends the session of whoever comes by Logout, here and at the API, if that can be reached. It is a page, so that a form with unsaved changes asks before it is left; an
 * address that somebody else has given ends nothing.
 */
export function SignOut() {
  const { api, paths, session } = useAdmin();
  const { state } = useLocation() as { state: SignInState | null };
  const isMeant = state !== null;
  const { status, end } = session;
  useEffect(() => {
    if (!isMeant) return;
    if (api.credentials().authorization) signOut(api).catch(() => undefined);
    end();
  }, [isMeant, api, end]);
  if (!isMeant) return <Navigate to={paths.dashboard} replace />;
  return status === 'signed-out' ? <Navigate to={paths.login} replace state={state} /> : null;
}
