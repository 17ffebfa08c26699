import type { Api } from '@portfolio/api-client';
import type { SessionView, UserView } from '@portfolio/contracts';
import { createContext, use } from 'react';
import type { AdminPaths } from './paths.ts';

/** Who is signed in. `loading` while a kept token is being tried. */
export interface Session {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** It was ended by the API: its time was over, or it was ended elsewhere. */
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

/** The API, the addresses and the session of the back office that this component is in. */
export function useAdmin(): Admin {
  const admin = use(AdminContext);
  if (!admin) throw new Error('This component belongs inside AdminApp');
  return admin;
}
