import type { DashboardView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getQuery } from './queries.ts';

/** Counts, and the latest photos and comments. */
export const dashboardQuery = (api: Api) => getQuery<DashboardView>(api, ['dashboard'], '/admin/dashboard');
