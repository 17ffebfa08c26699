import { Connections, createPino, rejectDuplicateHostHeader, sampleLog, type Readiness } from '@portfolio/lifecycle';
import { installFastPath, registerHealthRoutes, registerRequestLogging, requestIdOptions } from '@portfolio/telemetry';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { PageMemory } from '../src/app/layout/render.ts';
import type { BuiltSite } from './built-site.ts';
import { MediaCache } from './cache/media-cache.ts';
import { PageCache } from './cache/page-cache.ts';
import type { Env } from './env.ts';
import { registerAdminShell, registerAssets } from './http/assets.ts';
import { READ_LIMITS, BodyReader } from './http/body-reader.ts';
import { sendClientError, sendFailure, UNRENDERED, type FailureOptions, type ReportFault } from './http/failures.ts';
import type { PublicMetrics } from './http/operations.ts';
import { pageRenderer, registerPages, type RenderingOptions } from './http/pages.ts';
import { registerProxies } from './http/proxies.ts';
import { readJson } from './http/read-json.ts';
import { SLOT_LIMITS, UpstreamSlots } from './http/upstream-slots.ts';
import { commonHeaders, securityHeaders } from './security/security.ts';
import { registerSeo } from './seo/register-seo.ts';

/** Milliseconds for open responses when the server closes without a drain, as in tests. */
const CLOSE_TIMEOUT = 5_000;

/** Limits of a request; times in milliseconds. */
const LIMITS = {
  /** Timeout of the head. */
  head: 10_000,
  /** Timeout of the whole request: uploads over slow connections take long. */
  whole: 300_000,
  /** Interval of the timeout checks. */
  checkInterval: 1_000,
  /** Bodies except uploads. */
  bodies: READ_LIMITS,
  /** Timeout of a response that the client does not read. */
  unread: 30_000,
  slots: SLOT_LIMITS,
};

export type RequestLimits = typeof LIMITS;

export interface Observability {
  metrics?: PublicMetrics | undefined;
  readiness?: Readiness;
}

/** All pages share one Fastify route: metrics and logs use the page's pattern. */
const routeOf = ({ pagePattern, routeOptions }: FastifyRequest) => pagePattern ?? routeOptions.url;

/** Creates the public site's server: pages, assets, the back office's shell, feeds, and proxies to the API. */
export async function createServer(
  env: Readonly<Env>,
  site: BuiltSite,
  limitOverrides: Partial<RequestLimits> = {},
  { metrics, readiness }: Observability = {},
): Promise<FastifyInstance> {
  const limits = { ...LIMITS, ...limitOverrides };
  const publicOrigin = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const isSecure = publicOrigin.startsWith('https:');
  const memory: PageMemory = {};
  const logger = createPino(env.LOG_LEVEL);
  // Throttled: while the API is unavailable, every page fails.
  const sampled = sampleLog((message: string, leftOut) => logger.error({ leftOut }, message));
  const report: ReportFault = (message, fault) => sampled(message, () => logger.error(fault, message));
  const failures: FailureOptions = {
    site,
    headers: securityHeaders({ isSecure, inlineScript: site.inlineScript }),
    memory,
    report,
  };
  const server = Fastify({
    ...requestIdOptions,
    loggerInstance: logger as FastifyBaseLogger,
    // `registerRequestLogging` adds request ids, so that requests need no child loggers.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: limits.whole,
    http: {
      headersTimeout: limits.head,
      requestTimeout: limits.whole,
      connectionsCheckingInterval: limits.checkInterval,
    },
    clientErrorHandler: sendClientError,
    // Malformed URLs bypass the error handler.
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply, failures).catch((failure) => request.raw.destroy(failure));
    },
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(error, request, reply, failures));
  server.decorateRequest('pagePattern', undefined);
  registerRequestLogging(server, { metrics: metrics?.http, logger, routeOf });
  server.addHook('onRequest', rejectDuplicateHostHeader);
  const common = commonHeaders(isSecure);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(common);
    done();
  });

  registerHealthRoutes(server, readiness);
  await registerAssets(server, site.client);
  const seo = registerSeo(server, publicOrigin, env.API_URL, report);

  const rendering: RenderingOptions = {
    origin: publicOrigin,
    apiOrigin: env.API_URL,
    readJson,
    assets: site.assets,
    memory,
    report: (error) => report(UNRENDERED, error),
  };
  const render = pageRenderer(site, rendering, () => metrics?.upstreamFailed('api'));
  const cache = env.PAGE_CACHE ? new PageCache(render, metrics?.pages) : undefined;
  const onChange = () => {
    cache?.invalidate();
    seo.invalidate();
  };
  const mediaCache = new MediaCache(env.API_URL);
  installFastPath(server.server, mediaCache.fastPath(), { metrics: metrics?.http, logger });
  const slots = new UpstreamSlots(Connections.of(server.server, limits.unread), limits.slots);
  const bodies = new BodyReader(limits.bodies);
  await registerProxies(server, env, { onChange, onFailure: metrics?.upstreamFailed, mediaCache, slots, bodies });
  registerAdminShell(server, site.adminShell, env, isSecure);
  registerPages(server, { site, failures, rendering, render, cache, bodies, slots });

  server.addHook('preClose', async () => {
    server.endStreams();
    setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT).unref();
  });
  return server;
}
