import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyError, type FastifyInstance } from 'fastify';
import { registerAdminShell } from './admin-shell.ts';
import { registerAssets } from './assets.ts';
import type { BuiltSite } from './built-site.ts';
import type { Env } from './env.ts';
import { answerFailure, viewOf } from './failures.ts';
import { registerPages } from './pages.ts';
import { registerProxies } from './proxies.ts';

/** Milliseconds that open answers have to finish when the server stops; streams of events never would. */
const FAREWELL = 5_000;

/** Milliseconds for the head of a request, and for the whole of one: an upload over a slow line takes its time. */
const HEAD_IN = 10_000;
const WHOLE_IN = 300_000;

/** The server of the public site: pages, files, the page that carries the back office, and the way to the API. */
export async function createServer(env: Readonly<Env>, site: BuiltSite): Promise<FastifyInstance> {
  const server = Fastify({
    logger: { level: env.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: WHOLE_IN,
    http: { headersTimeout: HEAD_IN, requestTimeout: WHOLE_IN, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerOnSocket,
    // Addresses that cannot be read do not come as far as the handler of errors.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply, site).catch((failure) => request.raw.destroy(failure));
    },
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => answerFailure(error, request, reply, site));
  const publicOrigin = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;

  server.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  await registerAssets(server, site.client);
  await registerProxies(server, env);
  await registerAdminShell(server, site.adminShell, env.ADMIN_REMOTE_URL);
  await registerPages(server, site, { publicOrigin, apiOrigin: env.API_URL });

  server.addHook('preClose', async () => {
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
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(fault);
}
