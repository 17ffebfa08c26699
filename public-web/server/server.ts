import Fastify, { LogController, type FastifyError, type FastifyInstance } from 'fastify';
import { registerAdminShell } from './admin-shell.ts';
import { registerAssets } from './assets.ts';
import type { BuiltSite } from './built-site.ts';
import type { Env } from './env.ts';
import { answerFailure } from './failures.ts';
import { registerPages } from './pages.ts';
import { registerProxies } from './proxies.ts';

/** Milliseconds that open answers have to finish when the server stops; streams of events never would. */
const FAREWELL = 5_000;

/** The server of the public site: pages, files, the page that carries the back office, and the way to the API. */
export async function createServer(env: Readonly<Env>, site: BuiltSite): Promise<FastifyInstance> {
  const server = Fastify({
    logger: { level: env.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true },
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
