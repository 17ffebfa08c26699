import { useLocation, useNavigate } from 'react-router';
import type { SignInState } from '../features/auth/sign-in-page.tsx';
import { useAdmin } from './layout/admin-context.ts';

/** @returns a function that navigates to the sign-out page; a form with unsaved changes blocks it */
export function useLogOut(): () => void {
  const { paths } = useAdmin();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => {
    const state: SignInState = { from: pathname + search + hash };
    void navigate(paths.logout, { state });
  };
}
