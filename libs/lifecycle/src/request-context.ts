import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Carries the request id between browser, gateway and processes. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Form of ids accepted from outside. They are untrusted: logged, echoed and passed on, but nothing is decided by them. */
const ACCEPTED_ID = /^[\w.-]{8,64}$/;

/** Id of the current request: it correlates the log lines of one request across processes. */
const requestIds = new AsyncLocalStorage<string>();

/** Runs a function, with all asynchronous work that it starts, as a part of a request. */
export const withRequestId = <T>(id: string, run: () => T): T => requestIds.run(id, run);

/** @returns undefined outside of requests */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Random prefix of the ids of this process. A counter completes an id: ids must be unique, but may be guessable. */
const processPrefix = randomBytes(6).toString('base64url');
let count = 0;

/** @returns the received id if it is valid, else a new one */
export function requestIdFrom(received: unknown): string {
  if (typeof received === 'string' && ACCEPTED_ID.test(received)) return received;
  count += 1;
  return `${processPrefix}.${count.toString(36).padStart(4, '0')}`;
}
