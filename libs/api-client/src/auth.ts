import type { SessionView, SignIn, UserView } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

export const currentUserQuery = (api: Api) =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: async ({ signal }) => (await api.get<{ user: UserView }>('/auth/me', signal)).user,
  });

export const signIn = (api: Api, credentials: SignIn) => api.post<SessionView>('/auth/login', credentials);
