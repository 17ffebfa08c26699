import {
  currentRequestId,
  onTrail,
  REQUEST_ID_HEADER,
  requestIdFrom,
  sampleLog,
  type RequestTrail,
} from '@portfolio/lifecycle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AnsweredRequest, HttpMetrics } from './http-metrics.ts';
import { currentTraceparent, openSpan, type OpenSpan } from './tracing.ts';

/** Milliseconds from which on a request is worth a line, whatever it was. */
const SLOW = 1_000;

/** Statuses that tell of somebody at a locked door. */
const REFUSED = new Set([401, 403, 429]);

/** By these methods nothing is changed. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What is asked all the time by machines that watch. */
const WATCHED = /\/health(\/|$)/;

export interface FollowOptions {
  /** Told of each answer, where somebody measures. */
  metrics?: HttpMetrics | undefined;
  /** Writes the line of a request. */
  logger: {
    info(fields: object, message: string): void;
    debug(fields: object, message: string): void;
    isLevelEnabled(level: string): boolean;
  };
  /** The pattern under which a request is counted, where its route does not tell: pages are one route. */
  routeOf?: (request: FastifyRequest) => string | undefined;
}

/** For Fastify's options: a request is known by the id that it came with, where that is one. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => requestIdFrom(headers[REQUEST_ID_HEADER]),
} as const;

interface Followed {
  trail: RequestTrail;
  span: OpenSpan | undefined;
}

/** Where a request keeps what follows it: a property, since a map would cost each of them more. */
const FOLLOWED = 'followed';

const followedOf = (request: FastifyRequest) => (request as { followed?: Followed }).followed;

/**
 * Follows each request through a server: all that is done for it knows its id, its answer tells it, and when it is over
 * it has been measured, traced and, where it is worth it, logged: always without its address, which can hold anything.
 *
 * To be called before routes are made; the server needs `requestIds` among its options.
 */
export function followRequests(server: FastifyInstance, { metrics, logger, routeOf = ownRoute }: FollowOptions): void {
  server.decorateRequest(FOLLOWED, undefined);
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const span = openSpan(method, { kind: 'server', parent: one(headers.traceparent) });
    const follow: Followed = { trail: { requestId: request.id }, span };
    Object.assign(request, { [FOLLOWED]: follow });
    within(follow, done);
  });
  // A body arrives in events of its connection, which know nothing of the request that it belongs to.
  server.addHook('preValidation', (request, _reply, done) => {
    const follow = followedOf(request);
    if (follow) within(follow, done);
    else done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isForAll(reply)) reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
  const tell = tellerOf({ metrics, logger });
  server.addHook('onResponse', (request, reply, done) => {
    const answer = { method: request.method, route: routeOf(request), status: reply.statusCode };
    if (!isStream(reply)) tell(answer, reply.elapsedTime, () => request.id);
    endSpan(followedOf(request)?.span, answer);
    done();
  });
}

/** Tells whoever measures of an answer, and writes a line where it is worth one. */
export function tellerOf({ metrics, logger }: Pick<FollowOptions, 'metrics' | 'logger'>) {
  const sampled = sampleLog((status: number, leftOut) => logger.info({ status, leftOut }, 'more were answered'));
  return (answer: AnsweredRequest, ms: number, id: () => string): void => {
    metrics?.observe(answer, ms / 1000);
    const line = () => ({ requestId: id(), ...answer, ms: Math.round(ms) });
    const write = () => logger.info(line(), 'answered');
    // Whoever is refused, or waits, may ask without end; what is changed has limits of its own.
    if (isChange(answer)) write();
    else if (isWorthALine(answer, ms)) sampled(answer.status, write);
    else if (logger.isLevelEnabled('debug') && !WATCHED.test(answer.route ?? '')) logger.debug(line(), 'answered');
  };
}

/** Headers by which another process knows for which request it is asked. */
export function trailHeaders(): Record<string, string> {
  const { requestId, traceparent } = currentTrail();
  return { ...(requestId && { [REQUEST_ID_HEADER]: requestId }), ...(traceparent && { traceparent }) };
}

const ownRoute = ({ routeOptions }: FastifyRequest) => routeOptions?.url;

const within = ({ trail, span }: Followed, run: () => void) =>
  span ? span.within(() => onTrail(trail, run)) : onTrail(trail, run);

/** What caches keep is told to many: the id of one of them would be a lie, and a place for a stranger's words. */
const isForAll = (reply: FastifyReply) => /\bpublic\b/.test(String(reply.getHeader('cache-control')));

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

const isChange = ({ method, route = '', status }: AnsweredRequest) =>
  !READING.has(method) && status < 400 && !WATCHED.test(route);

function isWorthALine({ route = '', status }: AnsweredRequest, ms: number): boolean {
  return (status >= 500 || REFUSED.has(status) || ms >= SLOW) && !WATCHED.test(route);
}

function endSpan(span: OpenSpan | undefined, { method, route, status }: AnsweredRequest): void {
  if (!span) return;
  if (route !== undefined) span.rename(`${method} ${route}`);
  span.end(
    {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'http.response.status_code': status,
    },
    status >= 500,
  );
}

const one = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

/** The request that this is done for, as a job that is asked for now is told of it. */
export const currentTrail = () => ({ requestId: currentRequestId(), traceparent: currentTraceparent() });
