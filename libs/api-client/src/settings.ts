import type { PublicSettingsView } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

/** Milliseconds for which the look of the site is taken as it is: a change is to be seen within 5 seconds. */
const FRESH = 2_000;

/** What the artist has set for the public pages: their look, and whose they are. */
export const publicSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'public'],
    queryFn: ({ signal }) => api.get<PublicSettingsView>('/public/settings', signal),
    staleTime: FRESH,
  });
