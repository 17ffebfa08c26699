import fastifyStatic from '@fastify/static';
import type { ProcessEnv } from '@portfolio/config';
import { createPino, refuseTwoHosts, type Readiness } from '@portfolio/lifecycle';
import { followRequests, requestIds, type HttpMetrics } from '@portfolio/telemetry';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { securityHeaders } from './security-headers.ts';

export interface ServerOptions {
  /** Folder of the built files. */
  files: string;
  /** Origin of the API as browsers reach it; empty for the pages' own. */
  apiOrigin: string;
  publicOrigin: string;
  logLevel?: ProcessEnv['LOG_LEVEL'];
  /** Told of all that it answers; without it nothing is measured. */
  metrics?: HttpMetrics | undefined;
  /** Told to gateways that know this port alone. */
  readiness?: Readiness;
}

/** Where everything is mounted: the `base` of the build. */
const BASE = '/admin-app/';
const HASHED = `${BASE}assets/`;

const EVERYWHERE = { 'x-content-type-options': 'nosniff' };

/** Serves the back office's files: to its own pages, and to the public site that mounts them. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { files, apiOrigin, publicOrigin, logLevel = 'silent' } = options;
  const logController = new LogController({ disableRequestLogging: true });
  const logger = createPino(logLevel);
  const server = fastify({
    ...requestIds,
    loggerInstance: logger as FastifyBaseLogger,
    logController,
    // Addresses that cannot be read, such as `/%zz`, do not come as far as the handler of unknown ones.
    frameworkErrors: (_error, _request, reply) => void refuse(reply),
  });
  followRequests(server, { metrics: options.metrics, logger });
  server.addHook('onRequest', refuseTwoHosts);
  const pageHeaders = securityHeaders(apiOrigin);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(EVERYWHERE);
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
    // A folder is no file: it falls to the handler of unknown addresses.
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
    // Behind a host, and not resolved against one: an address such as `//x` would name a host itself.
    const { pathname } = new URL(`http://localhost${request.url}`);
    if (!isPage(request.method, pathname)) return reply.code(404).type('text/plain').send('Not found');
    return reply.code(200).sendFile('index.html');
  });
  return server;
}

const refuse = (reply: FastifyReply) => reply.code(400).headers(EVERYWHERE).type('text/plain').send('Bad request');

/** Whether an address is one of the app's own pages, and not a file that is missing. */
function isPage(method: string, pathname: string): boolean {
  const asked = method === 'GET' || method === 'HEAD';
  return asked && pathname.startsWith(BASE) && !pathname.startsWith(HASHED) && !/\.[^/]*$/.test(pathname);
}
