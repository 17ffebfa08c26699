import { Api, logFault } from '@portfolio/api-client';
import { readToken } from '../data/session.ts';

/** Sends a fault to the server's log. */
export async function sendReport(fault: unknown): Promise<void> {
  await logFault(new Api({ token: readToken }), fault);
}
