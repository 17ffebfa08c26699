import { Api } from '@portfolio/api-client';
import type { LogEntry } from '@portfolio/contracts';
import { readToken } from '../session.ts';

/** Sends a fault to the server's log. */
export async function sendReport(fault: unknown): Promise<void> {
  const { name, message, stack } = fault instanceof Error ? fault : new Error(String(fault));
  const entry: LogEntry = {
    level: 'error',
    message: message || name,
    meta: { name, stack },
    url: location.href,
    userAgent: navigator.userAgent,
    timestamp: new Date().toISOString(),
  };
  await new Api({ token: readToken }).post('/logs/frontend', entry);
}
