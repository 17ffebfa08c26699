import type { Api } from '@portfolio/api-client';
import type { SessionView, UserView } from '@portfolio/contracts';
import { createContext, use } from 'react';
import type { AdminPaths } from './paths.ts';

/** Session of the administrator. `loading` while a stored token is verified. */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** Whether the API ended it: expired or revoked. */
  hasEnded: boolean;
  user: UserView | undefined;
  begin: (session: SessionView) => void;
  end: () => void;
}

export interface Admin {
  api: Api;
  paths: AdminPaths;
  session: Session;
}

export const AdminContext = createContext<Admin | null>(null);

/** API client, addresses and session of the surrounding back office. */
export function useAdmin(): Admin {
  const admin = use(AdminContext);
  if (!admin) throw new Error('This component belongs inside AdminApp');
  return admin;
}
