import { useLocation, useNavigate } from 'react-router';
import type { SignInState } from '../features/auth/require-session.tsx';
import { useAdmin } from './layout/admin-context.ts';

/** @returns a function that goes to the page that signs out, which a form with unsaved changes holds up */
export function useLogOut(): () => void {
  const { paths } = useAdmin();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => {
    const state: SignInState = { from: pathname + search + hash };
    void navigate(paths.logout, { state });
  };
}
