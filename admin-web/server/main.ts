import { fileURLToPath } from 'node:url';
import { loadEnv } from '@portfolio/config';
import { GracefulServer, Readiness, run } from '@portfolio/lifecycle';
import { HttpMetrics, openRegistry, OperationsServer } from '@portfolio/telemetry';
import { AdminWebEnv } from './env.ts';
import { createServer } from './server.ts';

/** Milliseconds for requests in flight to end. */
const SHUTDOWN_MS = 10_000;

await run(async () => {
  const env = loadEnv(AdminWebEnv);
  const readiness = new Readiness();
  const registry = env.METRICS_PORT === undefined ? undefined : openRegistry();
  const apiOrigin = env.API_ORIGIN ?? '';
  const server = await createServer({
    files: fileURLToPath(new URL('../client', import.meta.url)),
    apiOrigin,
    publicOrigin: env.PUBLIC_ORIGIN ?? apiOrigin,
    logLevel: env.LOG_LEVEL,
    metrics: registry && new HttpMetrics(registry),
    readiness,
  });
  const ready = () => ({ status: readiness.isDraining ? ('draining' as const) : ('ready' as const), parts: {} });
  const operations = registry && (await OperationsServer.start(env, { registry, ready }));
  const refusal = { statusCode: 503, message: 'Please try again in a moment.' };
  const graceful = new GracefulServer({ server: server.server, readiness, refusal });
  const url = await server.listen({ host: env.HOST, port: env.PORT });
  return {
    ready: { url },
    drainFor: env.DRAIN_MS,
    async stop() {
      await graceful.stop({ drainFor: env.DRAIN_MS, within: SHUTDOWN_MS });
      await server.close();
      await operations?.stop();
    },
  };
});
