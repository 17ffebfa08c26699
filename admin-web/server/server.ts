import fastifyStatic from '@fastify/static';
import type { ProcessEnv } from '@portfolio/config';
import { createPino, rejectDuplicateHostHeader, type Readiness } from '@portfolio/lifecycle';
import { registerHealthRoutes, registerRequestLogging, requestIdOptions, type HttpMetrics } from '@portfolio/telemetry';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';

export interface ServerOptions {
  /** Folder of the built files. */
  files: string;
  /** Origin of the API for browsers; empty if it is the same origin. */
  apiOrigin: string;
  publicOrigin: string;
  logLevel?: ProcessEnv['LOG_LEVEL'];
  metrics?: HttpMetrics | undefined;
  readiness?: Readiness;
}

/** Vite's `base`; must match vite.config.ts. */
const BASE = '/admin-app/';
const HASHED = `${BASE}assets/`;

const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' };

/** Serves the back office's files, to its own pages and to the public site that embeds them. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { files, apiOrigin, publicOrigin, logLevel = 'silent', metrics, readiness } = options;
  const logger = createPino(logLevel);
  const server = fastify({
    ...requestIdOptions,
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Malformed URLs such as `/%zz` bypass hooks and the not-found handler.
    frameworkErrors: (_error, _request, reply) => void sendBadRequest(reply),
  });
  registerRequestLogging(server, { metrics, logger });
  server.addHook('onRequest', rejectDuplicateHostHeader);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    if (!request.url.startsWith(BASE)) return;
    // Public code without credentials: the public site loads it from here.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  });

  const pageHeaders = pageHeadersFor(apiOrigin);
  await server.register(fastifyStatic, {
    root: files,
    prefix: BASE,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Folders fall through to the not-found handler.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        reply.request.url.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      if (path.includes('.html')) reply.headers(pageHeaders);
    },
  });

  registerHealthRoutes(server, readiness);
  server.get(`${BASE}config.json`, async (_, reply) => {
    reply.header('cache-control', 'no-cache');
    return { apiOrigin, publicOrigin };
  });
  // Shared files reach the server only without an active service worker: the page then says that they were not saved.
  const toPhotos = async (_: unknown, reply: FastifyReply) => reply.redirect(`${BASE}photos?shared`, 303);
  server.post(`${BASE}share`, { onRequest: toPhotos }, async () => undefined);
  for (const path of ['/', BASE.slice(0, -1)]) server.get(path, async (_, reply) => reply.redirect(BASE));

  // Not async: an awaited reply would add two listeners to the response, which then has more than ten.
  server.setNotFoundHandler((request, reply) => {
    // Not `new URL(request.url, base)`: a path such as `//x` would be parsed as a host name.
    const { pathname } = new URL(`http://localhost${request.url}`);
    if (isPage(request.method, pathname)) void reply.code(200).sendFile('index.html');
    else void reply.code(404).type('text/plain').send('Not found');
  });
  return server;
}

const sendBadRequest = (reply: FastifyReply) =>
  reply.code(400).headers(COMMON_HEADERS).type('text/plain').send('Bad request');

/** Whether the app's router serves the path; a missing file is no page. */
function isPage(method: string, pathname: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && pathname.startsWith(BASE) && !pathname.startsWith(HASHED) && !/\.[^/]*$/.test(pathname);
}

/** Headers of HTML files. The content security policy allows the standalone app its own origin and the API. */
function pageHeadersFor(apiOrigin: string): Record<string, string> {
  const api = apiOrigin === '' ? '' : ` ${apiOrigin}`;
  return {
    'content-security-policy': [
      "default-src 'self'",
      `connect-src 'self'${api}`,
      `img-src 'self' data: blob:${api}`,
      // Toasts insert their styles at run time.
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  };
}
