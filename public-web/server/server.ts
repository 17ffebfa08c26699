import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Connections, createPino, refuseTwoHosts, sampleLog, type Readiness } from '@portfolio/lifecycle';
import { followRequests, requestIds, takeShortCut } from '@portfolio/telemetry';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { PageMemory } from '../src/app/layout/render.ts';
import { registerAdminShell } from './http/admin-shell.ts';
import { registerAssets } from './http/assets.ts';
import { BODY_LIMITS, BodyReader, type BodyLimits } from './body-reader.ts';
import type { BuiltSite } from './built-site.ts';
import type { Env } from './env.ts';
import { followEventStreams } from './http/event-streams.ts';
import { answerFailure, UNRENDERED, viewOf, type FailureOptions, type ReportFault } from './http/failures.ts';
import { registerSeo } from './seo/register-seo.ts';
import { MediaCache } from './cache/media-cache.ts';
import type { PublicMetrics } from './http/operations.ts';
import { PageCache } from './cache/page-cache.ts';
import { registerPages } from './http/pages.ts';
import { registerProxies } from './http/proxies.ts';
import { pageRenderer } from './http/render-page.ts';
import { everywhere, securityHeaders } from './security/security.ts';
import { SLOT_LIMITS, UpstreamSlots, type SlotLimits } from './http/upstream-slots.ts';

/** Milliseconds that open answers have to finish when the server is closed without further ado, as tests do. */
const FAREWELL = 5_000;

/** What a request may take; times in milliseconds. */
export interface RequestLimits {
  /** For its head. */
  head: number;
  /** For the whole of it: an upload over a slow line takes its time. */
  whole: number;
  /** Between two looks at who is late. */
  look: number;
  /** For bodies that are no uploads. */
  bodies: BodyLimits;
  /** For the visitor to take at least one byte of a response. */
  unread: number;
  slots: SlotLimits;
}

const LIMITS: RequestLimits = {
  head: 10_000,
  whole: 300_000,
  look: 1_000,
  bodies: BODY_LIMITS,
  unread: 30_000,
  slots: SLOT_LIMITS,
};

/** By whom and what the server is watched. */
export interface ObservedRequest {
  /** Told of all that it answers; without it nothing is measured. */
  metrics?: PublicMetrics | undefined;
  /** Told to gateways that know this port alone. */
  readiness?: Readiness;
}

/** Pages are one route to Fastify, and by their patterns to whoever watches. */
const routeOf = ({ pagePattern, routeOptions }: FastifyRequest) => pagePattern ?? routeOptions.url;

/** The server of the public site: pages, files, the page that carries the back office, and the way to the API. */
export async function createServer(
  env: Readonly<Env>,
  site: BuiltSite,
  given: Partial<RequestLimits> = {},
  { metrics, readiness }: ObservedRequest = {},
): Promise<FastifyInstance> {
  const limits = { ...LIMITS, ...given };
  const publicOrigin = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const isSecure = publicOrigin.startsWith('https:');
  const memory: PageMemory = {};
  const headers = securityHeaders({ isSecure });
  const logger = createPino(env.LOG_LEVEL);
  // While the api is away every page fails, and anybody may ask.
  const sampled = sampleLog((sentence: string, leftOut) => logger.error({ leftOut }, sentence));
  const report: ReportFault = (sentence, fault) => sampled(sentence, () => logger.error(fault, sentence));
  const failures: FailureOptions = { site, headers, memory, report };
  const server = Fastify({
    ...requestIds,
    loggerInstance: logger as FastifyBaseLogger,
    // Requests leave no lines, so none needs a logger that knows it by number.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: limits.whole,
    http: {
      headersTimeout: limits.head,
      requestTimeout: limits.whole,
      connectionsCheckingInterval: limits.look,
    },
    clientErrorHandler: answerOnSocket,
    // Addresses that cannot be read do not come as far as the handler of errors.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply, failures).catch((failure) => request.raw.destroy(failure));
    },
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => answerFailure(error, request, reply, failures));
  server.decorateRequest('pagePattern', undefined);
  followRequests(server, { metrics: metrics?.http, logger, routeOf });
  server.addHook('onRequest', refuseTwoHosts);
  const common = everywhere(isSecure);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(common);
    done();
  });

  const render = pageRenderer(site, {
    site: { origin: publicOrigin },
    apiOrigin: env.API_URL,
    memory,
    report: (error) => report(UNRENDERED, error),
    onFailure: () => metrics?.upstreamFailed('api'),
  });
  const cache = env.PAGE_CACHE ? new PageCache({ render, onOutcome: metrics?.pages }) : undefined;

  server.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const isDraining = readiness?.isDraining === true;
    reply.code(isDraining ? 503 : 200).header('cache-control', 'no-store');
    return { status: isDraining ? 'draining' : 'ready' };
  });
  await registerAssets(server, site.client);
  followEventStreams(server);
  const found = registerSeo(server, { publicOrigin, apiOrigin: env.API_URL });
  const onChange = () => {
    cache?.clear();
    found.clear();
  };
  const pictures = new MediaCache(env.API_URL);
  takeShortCut(server.server, pictures.fastPath(), { metrics: metrics?.http, logger });
  const slots = new UpstreamSlots(Connections.of(server.server, limits.unread), limits.slots);
  const bodies = new BodyReader(limits.bodies);
  await registerProxies(server, env, { onChange, onFailure: metrics?.upstreamFailed, pictures, slots, bodies });
  await registerAdminShell(server, site.adminShell, {
    remote: env.ADMIN_REMOTE_URL,
    ownAddress: env.ADMIN_URL,
    isSecure,
  });
  await registerPages(server, site, {
    publicOrigin,
    apiOrigin: env.API_URL,
    bodies,
    headers,
    memory,
    report,
    render,
    slots,
    cache,
  });

  server.addHook('preClose', async () => {
    server.endStreams();
    setTimeout(() => server.server.closeAllConnections(), FAREWELL).unref();
  });
  return server;
}

/** What Node refuses before there is a request. */
const STATUS_OF_FAULT: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Says what is wrong where there is no request to answer, and closes the connection. */
function answerOnSocket(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return;
  const view = viewOf(STATUS_OF_FAULT[fault.code ?? ''] ?? 400);
  const body = JSON.stringify(view);
  const head = [
    `HTTP/1.1 ${view.statusCode} ${STATUS_CODES[view.statusCode]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(fault);
}
