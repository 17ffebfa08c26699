import fastifyStatic from '@fastify/static';
import type { ProcessEnv } from '@portfolio/config';
import { createPino, refuseTwoHosts, type Readiness } from '@portfolio/lifecycle';
import { followRequests, requestIds, type HttpMetrics } from '@portfolio/telemetry';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';

export interface ServerOptions {
  /** Folder of the built files. */
  files: string;
  /** Origin of the API for browsers; empty for the pages' own. */
  apiOrigin: string;
  publicOrigin: string;
  logLevel?: ProcessEnv['LOG_LEVEL'];
  /** Measures responses. */
  metrics?: HttpMetrics | undefined;
  /** State of `/health/ready`. */
  readiness?: Readiness;
}

/** Mount point: the `base` of the build. */
const BASE = '/admin-app/';
const HASHED = `${BASE}assets/`;

const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' };

/** Serves the back office's files to its own pages and to the public site that embeds it. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { files, apiOrigin, publicOrigin, logLevel = 'silent' } = options;
  const logController = new LogController({ disableRequestLogging: true });
  const logger = createPino(logLevel);
  const server = fastify({
    ...requestIds,
    loggerInstance: logger as FastifyBaseLogger,
    logController,
    // Malformed addresses such as `/%zz` do not reach the not-found handler.
    frameworkErrors: (_error, _request, reply) => void refuse(reply),
  });
  followRequests(server, { metrics: options.metrics, logger });
  server.addHook('onRequest', refuseTwoHosts);
  const pageHeaders = securityHeaders(apiOrigin);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    if (!request.url.startsWith(BASE)) return;
    // Public code without credentials, which the public site takes from here.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  });

  await server.register(fastifyStatic, {
    root: files,
    prefix: BASE,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Folders fall through to the not-found handler.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.includes('.html')) reply.headers(pageHeaders);
    },
  });

  server.get('/health', async () => ({ status: 'ok' }));
  server.get('/health/ready', async (_, reply) => {
    const isDraining = options.readiness?.isDraining === true;
    reply.code(isDraining ? 503 : 200).header('cache-control', 'no-store');
    return { status: isDraining ? 'draining' : 'ready' };
  });
  server.get(`${BASE}config.json`, async (_, reply) => {
    reply.header('cache-control', 'no-cache');
    return { apiOrigin, publicOrigin };
  });
  server.get('/', async (_, reply) => reply.redirect(BASE));
  server.get(BASE.slice(0, -1), async (_, reply) => reply.redirect(BASE));

  server.setNotFoundHandler(async (request, reply) => {
    // Concatenated: resolving `//x` would take it as a host.
    const { pathname } = new URL(`http://localhost${request.url}`);
    if (!isPage(request.method, pathname)) return reply.code(404).type('text/plain').send('Not found');
    return reply.code(200).sendFile('index.html');
  });
  return server;
}

const refuse = (reply: FastifyReply) => reply.code(400).headers(COMMON_HEADERS).type('text/plain').send('Bad request');

/** Whether an address is a page of the app rather than a missing file. */
function isPage(method: string, pathname: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && pathname.startsWith(BASE) && !pathname.startsWith(HASHED) && !/\.[^/]*$/.test(pathname);
}

/** Headers of the standalone pages: requests and images are limited to the API's origin. */
function securityHeaders(apiOrigin: string): Record<string, string> {
  const api = apiOrigin === '' ? '' : ` ${apiOrigin}`;
  return {
    'content-security-policy': [
      "default-src 'self'",
      `connect-src 'self'${api}`,
      `img-src 'self' data: blob:${api}`,
      // Toasts insert their styles at run time.
      "style-src 'self' 'unsafe-inline'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  };
}
