import type { Readiness } from '@portfolio/lifecycle';
import {
  Counter,
  DependencyChecks,
  HttpMetrics,
  measureDependencies,
  openRegistry,
  OperationsServer,
  startTracing,
} from '@portfolio/telemetry';
import type { Env } from '../env.ts';
import type { CacheOutcome } from '../cache/page-cache.ts';

export interface PublicMetrics {
  http: HttpMetrics;
  pages(outcome: CacheOutcome): void;
  upstreamFailed(upstream: string): void;
}

/** Milliseconds until the check of the API is aborted, the timeout of `DependencyChecks`. */
const TIMEOUT_MS = 3_000;

/** Metrics and health on a port of their own, and traces, each if configured. */
export class Operations {
  readonly metrics: PublicMetrics | undefined;
  private readonly registry;
  private readonly dependencies;
  private server: OperationsServer | undefined;
  private stopTracing: (() => Promise<void>) | undefined;

  constructor(
    private readonly env: Readonly<Env>,
    private readonly readiness: Readiness,
  ) {
    const api = async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { ok, status } = await fetch(new URL('/api/health/live', env.API_URL), { signal });
      if (!ok) throw new Error(`The API responded with ${status}`);
    };
    this.dependencies = new DependencyChecks({ api }, { onFault: () => undefined });
    if (env.METRICS_PORT === undefined) return;
    this.registry = openRegistry();
    this.metrics = metricsOf(this.registry);
    measureDependencies(this.registry, () => this.dependencies.check());
  }

  async start(): Promise<void> {
    this.stopTracing = await startTracing('public-web', this.env.OTEL_EXPORTER_OTLP_ENDPOINT);
    if (!this.registry) return;
    this.server = await OperationsServer.start(this.env, {
      registry: this.registry,
      // Ready without the API too: this server then sends the site's failure page.
      ready: async () => ({
        status: this.readiness.isDraining ? 'draining' : 'ready',
        parts: await this.dependencies.check(),
      }),
    });
  }

  /** Address of metrics and health. */
  get url(): string | undefined {
    return this.server?.url;
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    await this.stopTracing?.();
  }
}

function metricsOf(registry: ReturnType<typeof openRegistry>): PublicMetrics {
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
    pages: (outcome) => pages.inc({ outcome }),
    upstreamFailed: (name) => upstream.inc({ upstream: name }),
  };
}
