import { currentRequestId, REQUEST_ID_HEADER, requestIdFrom, sampleLog, withRequestId } from '@portfolio/lifecycle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpMetrics, ServedRequest } from './metrics.ts';
import { currentTraceparent, openSpan, type OpenSpan } from './tracing.ts';

/** Milliseconds after which a request counts as slow and is logged. */
const SLOW_MS = 1_000;

/** Statuses of refused requests. */
const REFUSED = new Set([401, 403, 429]);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Routes that monitoring requests all the time; they are never logged. */
const HEALTH = /\/health(\/|$)/;

export interface RequestLoggingOptions {
  metrics?: HttpMetrics | undefined;
  logger: {
    info(fields: object, message: string): void;
    debug(fields: object, message: string): void;
    isLevelEnabled(level: string): boolean;
  };
  /** Route label of a request; the route's pattern by default. */
  routeOf?: (request: FastifyRequest) => string | undefined;
}

/** Fastify options that take the request id from its header, or make one. */
export const requestIdOptions = {
  requestIdHeader: false,
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => requestIdFrom(headers[REQUEST_ID_HEADER]),
} as const;

/** Request with its span; a map would cost more. */
type TracedRequest = FastifyRequest & { span?: OpenSpan | undefined };

/**
 * Registers request ids, metrics, traces and log lines, which never hold the URL. Call it before adding routes; the server
 * needs `requestIdOptions` among its options.
 */
export function registerRequestLogging(
  server: FastifyInstance,
  { metrics, logger, routeOf = patternOf }: RequestLoggingOptions,
): void {
  server.decorateRequest('span', undefined);
  const log = requestLogger({ metrics, logger });
  server.addHook('onRequest', (request: TracedRequest, reply, done) => {
    const startedAt = performance.now();
    const { method, headers } = request;
    const parent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    const span = openSpan(method, { kind: 'server', parent });
    request.span = span;
    // `onResponse` hooks do not run where the client hangs up.
    reply.raw.once('close', () => {
      const served = toServedRequest(method, routeOf(request), reply.raw);
      if (isStream(reply)) return endSpan(span, { ...served, aborted: false });
      log(served, performance.now() - startedAt, () => request.id);
      endSpan(span, served);
    });
    runInRequest(request, done);
  });
  // The events of a body come from its connection and lose the request's context.
  server.addHook('preValidation', (request, _reply, done) => runInRequest(request, done));
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isPubliclyCached(reply)) reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
}

/** @param response closed */
export const toServedRequest = (
  method: string,
  route: string | undefined,
  response: ServerResponse,
): ServedRequest => ({
  method,
  route,
  status: response.statusCode,
  ...(!response.writableFinished && { aborted: true }),
});

/** Measures a served request, and logs changes, failures and slow ones. Others are logged at level debug. */
export function requestLogger({ metrics, logger }: Pick<RequestLoggingOptions, 'metrics' | 'logger'>) {
  const sample = (text: string) => sampleLog((status: number, leftOut) => logger.info({ status, leftOut }, text));
  const sampled = { completed: sample('more requests completed'), aborted: sample('more requests aborted') };
  const sampledAbortedChanges = sample('more changes aborted');
  return (served: ServedRequest, ms: number, id: () => string): void => {
    metrics?.observe(served, ms / 1000);
    const line = () => ({ requestId: id(), ...served, ms: Math.round(ms) });
    const outcome = served.aborted ? 'aborted' : 'completed';
    const write = () => logger.info(line(), `request ${outcome}`);
    // Refused, aborted and slow requests may be many, so their lines are sampled.
    if (isChange(served) && !served.aborted) write();
    else if (isChange(served)) sampledAbortedChanges(served.status, write);
    else if (isNotable(served, ms)) sampled[outcome](served.status, write);
    else if (logger.isLevelEnabled('debug') && !HEALTH.test(served.route ?? ''))
      logger.debug(line(), `request ${outcome}`);
  };
}

/** Headers that pass the current request id and trace to another process. */
export function tracingHeaders(): Record<string, string> {
  const { requestId, traceparent } = currentTraceContext();
  return { ...(requestId && { [REQUEST_ID_HEADER]: requestId }), ...(traceparent && { traceparent }) };
}

/** Current request id and trace, as jobs carry them. */
export const currentTraceContext = () => ({ requestId: currentRequestId(), traceparent: currentTraceparent() });

const patternOf = ({ routeOptions }: FastifyRequest) => routeOptions?.url;

const runInRequest = ({ id, span }: TracedRequest, run: () => void) =>
  span ? span.within(() => withRequestId(id, run)) : withRequestId(id, run);

/** A shared cache would send one visitor's request id to others. */
const isPubliclyCached = (reply: FastifyReply) => /\bpublic\b/.test(String(reply.getHeader('cache-control')));

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

const isChange = ({ method, route = '', status }: ServedRequest) =>
  !SAFE_METHODS.has(method) && status < 400 && !HEALTH.test(route);

const isNotable = ({ route = '', status }: ServedRequest, ms: number) =>
  (status >= 500 || REFUSED.has(status) || ms >= SLOW_MS) && !HEALTH.test(route);

function endSpan(span: OpenSpan | undefined, { method, route, status, aborted }: ServedRequest): void {
  if (!span) return;
  if (route !== undefined) span.rename(`${method} ${route}`);
  span.end(
    {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      ...(!aborted && { 'http.response.status_code': status }),
    },
    status >= 500,
  );
}
