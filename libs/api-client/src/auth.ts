import type {
  DemoView,
  MessageResponse,
  SecurityEventListView,
  SessionListView,
  SessionView,
  SignIn,
  UserResponse,
} from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getPartQuery } from './queries.ts';

export const currentUserQuery = (api: Api) =>
  getPartQuery(api, ['auth', 'me'], '/auth/me', ({ user }: UserResponse) => user);

export const signIn = (api: Api, credentials: SignIn) => api.post<SessionView>('/auth/login', credentials);

export const signOut = (api: Api) => api.post<MessageResponse>('/auth/logout', {});

export const sessionsQuery = (api: Api) =>
  getPartQuery(api, ['auth', 'sessions'], '/auth/sessions', ({ sessions }: SessionListView) => sessions);

export const revokeSession = (api: Api, id: number) => api.delete<MessageResponse>(`/auth/sessions/${id}`);

export const securityEventsQuery = (api: Api) =>
  getPartQuery(
    api,
    ['auth', 'security-events'],
    '/auth/security-events',
    ({ events }: SecurityEventListView) => events,
  );

/** Ends every session, including this one. */
export const signOutEverywhere = (api: Api) => api.post<MessageResponse>('/auth/sign-out-everywhere', {});

/** The demo account; null unless the site is a demo. */
export const demoQuery = (api: Api) =>
  getPartQuery(api, ['auth', 'demo'], '/public/demo', ({ demo }: DemoView) => demo);
