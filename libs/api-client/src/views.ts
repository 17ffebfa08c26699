import type { ErrorView, ViewReportView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getQuery } from './queries.ts';

/** Milliseconds for a download, which may be slow. */
const CSV_TIMEOUT_MS = 60_000;

const pathOf = (file: string, days: number) => `/admin/${file}?days=${days}`;

/** Views of the last days, today included. */
export const viewReportQuery = (api: Api, days: number) =>
  getQuery<ViewReportView>(api, ['views', days], pathOf('views', days));

/** The same report as CSV. @throws ApiError */
export const fetchViewsCsv = (api: Api, days: number): Promise<string> =>
  api.withLatestToken(async () => {
    const headers = api.credentials();
    const throwUnreachable = (): never => {
      throw api.unreachable();
    };
    const signal = AbortSignal.timeout(api.options.timeout ?? CSV_TIMEOUT_MS);
    const response = await fetch(api.address(pathOf('views.csv', days)), { headers, signal }).catch(throwUnreachable);
    if (response.ok) return response.text().catch(throwUnreachable);
    const body = (await response.json().catch(() => undefined)) as Partial<ErrorView> | undefined;
    throw api.failure(response.status, body, undefined, headers);
  });
