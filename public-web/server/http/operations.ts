import type { Readiness } from '@portfolio/lifecycle';
import {
  Counter,
  DependencyChecks,
  HttpMetrics,
  measureDependencies,
  openRegistry,
  startOperationsServer,
  startTracing,
} from '@portfolio/telemetry';
import type { Env } from '../env.ts';
import type { CacheOutcome } from '../cache/page-cache.ts';

export type PublicMetrics = ReturnType<typeof metricsOf>;

/** Milliseconds until the check of the API is aborted, the timeout of `DependencyChecks`. */
const TIMEOUT_MS = 3_000;

/** Starts metrics and health on a port of their own, and traces, each if configured. */
export async function startOperations(env: Readonly<Env>, readiness: Readiness) {
  const stopTracing = await startTracing('public-web', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (env.METRICS_PORT === undefined) return { metrics: undefined, url: undefined, stop: stopTracing };

  const api = async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, status } = await fetch(new URL('/api/health/live', env.API_URL), { signal });
    if (!ok) throw new Error(`The API responded with ${status}`);
  };
  const dependencies = new DependencyChecks({ api }, () => undefined);
  const registry = openRegistry();
  const metrics = metricsOf(registry);
  measureDependencies(registry, () => dependencies.check());
  const server = await startOperationsServer(env, {
    registry,
    // Ready without the API too: this server then sends the site's failure page.
    ready: async () => ({ status: readiness.isDraining ? 'draining' : 'ready', parts: await dependencies.check() }),
  });
  return {
    metrics,
    /** Address of metrics and health. */
    url: server?.url,
    async stop() {
      await server?.stop();
      await stopTracing();
    },
  };
}

function metricsOf(registry: ReturnType<typeof openRegistry>) {
  const pages = new Counter({
    name: 'portfolio_page_cache_total',
    help: 'Page requests by cache outcome: hit, stale (rendered again in the background) or miss',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const upstream = new Counter({
    name: 'portfolio_upstream_failures_total',
    help: 'Failed requests to upstream processes, and pages that lacked their data',
    labelNames: ['upstream'],
    registers: [registry],
  });
  return {
    http: new HttpMetrics(registry),
    pages: (outcome: CacheOutcome) => pages.inc({ outcome }),
    upstreamFailed: (name: string) => upstream.inc({ upstream: name }),
  };
}
