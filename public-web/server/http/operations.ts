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

/** What the server of the pages tells of its work. */
export interface PublicMetrics {
  http: HttpMetrics;
  /** How a page that may be kept was had. */
  pages(outcome: CacheOutcome): void;
  /** A process behind this one did not answer, or not well. */
  upstreamFailed(upstream: string): void;
}

/** What an operator sees of this process: metrics and health on a port of their own, and traces, each where it is wanted. */
export class Operations {
  readonly metrics: PublicMetrics | undefined;
  private readonly registry;
  private readonly parts;
  private server: OperationsServer | undefined;
  private endTracing: (() => Promise<void>) | undefined;

  constructor(
    private readonly env: Readonly<Env>,
    private readonly readiness: Readiness,
  ) {
    const api = async () => {
      const { ok, status } = await fetch(new URL('/api/health/live', env.API_URL));
      if (!ok) throw new Error(`The api answered ${status}`);
    };
    this.parts = new DependencyChecks({ api }, { onFault: () => undefined });
    if (env.METRICS_PORT === undefined) return;
    this.registry = openRegistry();
    this.metrics = metricsOf(this.registry);
    measureDependencies(this.registry, () => this.parts.check());
  }

  async start(): Promise<void> {
    this.endTracing = await startTracing('public-web', this.env.OTEL_EXPORTER_OTLP_ENDPOINT);
    if (!this.registry) return;
    this.server = await OperationsServer.start(this.env, {
      registry: this.registry,
      // Without the API this server still says so, on a page of the site: nobody could say it better.
      ready: async () => ({
        status: this.readiness.isDraining ? 'draining' : 'ready',
        parts: await this.parts.check(),
      }),
    });
  }

  /** Where metrics and health are told. */
  get url(): string | undefined {
    return this.server?.url;
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    await this.endTracing?.();
  }
}

function metricsOf(registry: ReturnType<typeof openRegistry>): PublicMetrics {
  const pages = new Counter({
    name: 'portfolio_page_cache_total',
    help: 'Pages asked for, by how they were had: hit (kept), stale (kept, and made new meanwhile) or miss (rendered)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const upstream = new Counter({
    name: 'portfolio_upstream_failures_total',
    help: 'Requests to processes behind this one that were not answered, and pages that could not be filled',
    labelNames: ['upstream'],
    registers: [registry],
  });
  return {
    http: new HttpMetrics(registry),
    pages: (outcome) => pages.inc({ outcome }),
    upstreamFailed: (name) => upstream.inc({ upstream: name }),
  };
}
