import type { DashboardView } from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';

/** Counts, and the latest photos and comments. */
export const dashboardQuery = (api: Api) =>
  queryOptions({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.get<DashboardView>('/admin/dashboard', signal),
  });
