import type { Api } from '@portfolio/api-client';
import type { SessionView, UserView } from '@portfolio/contracts';
import { createContext, use } from 'react';
import type { AdminPaths } from './paths.ts';

/** Session of the administrator. `loading` while a stored token is verified. */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** `invalid` if it expired, was revoked or could not be verified. An import may also end it. Undefined after a sign-out. */
  endReason: 'invalid' | 'import' | undefined;
  user: UserView | undefined;
  begin: (session: SessionView) => void;
  end: () => void;
}

export interface AdminContextValue {
  api: Api;
  paths: AdminPaths;
  session: Session;
}

export const AdminContext = createContext<AdminContextValue | null>(null);

/** API client, addresses and session of the surrounding back office. */
export function useAdmin(): AdminContextValue {
  const admin = use(AdminContext);
  if (!admin) throw new Error('useAdmin must be used inside AdminProvider');
  return admin;
}
