import type { LogEntry } from '@portfolio/contracts';
import type { Api } from './http.ts';

/** Sends an error in the browser to the site's log. */
export function logFault(api: Api, fault: unknown): Promise<unknown> {
  const { name, message, stack } = fault instanceof Error ? fault : new Error(String(fault));
  const entry: LogEntry = {
    level: 'error',
    message: message || name,
    meta: { name, stack },
    url: location.href,
    userAgent: navigator.userAgent,
    timestamp: new Date().toISOString(),
  };
  return api.post('/logs/frontend', entry);
}
