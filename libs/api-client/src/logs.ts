import type { LogEntry } from '@portfolio/contracts';
import type { Api } from './http.ts';

/** Tells the site's log of a fault in somebody's browser. */
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
