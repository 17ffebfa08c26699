import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The header in which an id travels between browser, gateway and processes. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** What an id from outside may look like. It is a stranger's word: it is only ever told apart from others, and logged. */
const PATTERN = /^[\w.-]{8,64}$/;

/** By which all that happens for one request is found again, in the logs of every process that had a part in it. */
export interface RequestTrail {
  requestId: string;
}

const trails = new AsyncLocalStorage<RequestTrail>();

/** Runs something, and all that it begins, as a part of a request. */
export const onTrail = <T>(trail: RequestTrail, run: () => T): T => trails.run(trail, run);

/** The request that this is done for; undefined for what a process does by itself. */
export const currentRequestId = (): string | undefined => trails.getStore()?.requestId;

/** Makes ids apart from those of other processes; the counter behind it costs nothing, and ids are no secret. */
const ofThisProcess = randomBytes(6).toString('base64url');
let count = 0;

/** An id that no other request has. */
export function newRequestId(): string {
  count += 1;
  return `${ofThisProcess}.${count.toString(36).padStart(4, '0')}`;
}

/** @returns the id that came along, where it is one, else a new one */
export function requestIdFrom(header: unknown): string {
  return typeof header === 'string' && PATTERN.test(header) ? header : newRequestId();
}
