import type { Api } from '@portfolio/api-client';
import type { SessionView, UserView } from '@portfolio/contracts';
import { createContext, use } from 'react';
import type { AdminPaths } from './paths.ts';

/** Session of the administrator. `loading` while a stored token is verified, `unverified` after an outage prevented it. */
export interface Session {
  status: 'loading' | 'unverified' | 'signed-out' | 'signed-in';
  /** `invalid` if it expired or was revoked. An import may also end it. Undefined after a sign-out in this tab. */
  endReason: 'invalid' | 'import' | 'other-tab' | undefined;
  user: UserView | undefined;
  /** Whether `verify` is under way. */
  isVerifying: boolean;
  verify: () => void;
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
