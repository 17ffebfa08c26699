import type {
  DemoView,
  MessageResponse,
  SecurityEventListView,
  SessionListView,
  SessionView,
  SignIn,
  UserView,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

export const currentUserQuery = (api: Api) =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: async ({ signal }) => (await api.get<{ user: UserView }>('/auth/me', signal)).user,
  });

export const signIn = (api: Api, credentials: SignIn) => api.post<SessionView>('/auth/login', credentials);

export const signOut = (api: Api) => api.post<MessageResponse>('/auth/logout', {});

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: async ({ signal }) => (await api.get<SessionListView>('/auth/sessions', signal)).sessions,
  });

export const revokeSession = (api: Api, id: number) => api.delete<MessageResponse>(`/auth/sessions/${id}`);

export const securityEventsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['auth', 'security-events'],
    queryFn: async ({ signal }) => (await api.get<SecurityEventListView>('/auth/security-events', signal)).events,
  });

/** Ends every session, including this one. */
export const signOutEverywhere = (api: Api) => api.post<MessageResponse>('/auth/sign-out-everywhere', {});

/** The demo account; null unless the site is a demo. */
export const demoQuery = (api: Api) =>
  queryOptions({
    queryKey: ['auth', 'demo'],
    queryFn: async ({ signal }) => (await api.get<DemoView>('/public/demo', signal)).demo,
    staleTime: Infinity,
  });
