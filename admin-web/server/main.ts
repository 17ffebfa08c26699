import { fileURLToPath } from 'node:url';
import { loadEnv } from '@portfolio/config';
import { listen, Readiness, run } from '@portfolio/lifecycle';
import { HttpMetrics, openRegistry, startOperationsServer, startTracing } from '@portfolio/telemetry';
import { AdminWebEnv } from './env.ts';
import { createServer } from './server.ts';

/** Body of the 503 for requests that are cut off while the server shuts down. */
const SHUTDOWN_RESPONSE = { statusCode: 503, message: 'Please try again in a moment.' };

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
  const stopTracing = await startTracing('admin-web', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const operations = registry && (await startOperationsServer(env, { registry, ready }));
  const stop = async () => {
    await operations?.stop();
    await stopTracing();
  };
  return listen(server, { env, readiness, shutdownResponse: SHUTDOWN_RESPONSE, operations: { stop } });
});
